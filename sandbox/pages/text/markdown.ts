import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Html, html } from '../html.ts';
import { type MarkdownNode, renderNode } from './render-node.ts';

export interface TextStyle {
  /** False: HTML in a text is text, as on Bitbucket. */
  readonly readsHtml: boolean;
  /** Shows what a host makes of words: mentions, numbers of pull requests. */
  readonly words: (text: string) => Html;
}

const asText = { disable: { null: ['htmlFlow', 'htmlText'] } };
/** Beyond that a text is shown as it is: parsing time grows faster than its length. */
const mostCharacters = 100_000;
/** Quotes and lists within one another at the beginning of a line. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){40}/m;

/** A text as the host shows it: every part of it is escaped, images are links, and only harmless HTML counts. */
export function markdown(text: string, style: TextStyle): Html {
  if (text.length > mostCharacters || deepNesting.test(text)) return plainText(text);
  try {
    return rendered(text, style);
  } catch (error) {
    // Emphasis may stand within emphasis thousands of times.
    if (error instanceof RangeError) return plainText(text);
    throw error;
  }
}

function rendered(text: string, style: TextStyle): Html {
  const root: MarkdownNode = fromMarkdown(text, {
    extensions: style.readsHtml ? [gfm()] : [gfm(), asText],
    mdastExtensions: gfmFromMarkdown(),
  });
  const all = { ...style, definitions: definitionsIn(root) };
  return html`<div class="prose">${renderNode(root, all)}</div>`;
}

/** A text in which signs mean nothing. */
export function plainText(text: string): Html {
  return html`<div class="prose"><pre class="plain">${text}</pre></div>`;
}

/** Addresses that references name; the first of a name counts. */
function definitionsIn(root: MarkdownNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = ({ type, identifier = '', url = '', children = [] }: MarkdownNode): void => {
    if (type === 'definition' && !found.has(identifier)) found.set(identifier, url);
    for (const child of children) visit(child);
  };
  visit(root);
  return found;
}
