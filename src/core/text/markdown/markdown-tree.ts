import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** The parts of a Markdown tree that are looked at here. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly title?: string | null | undefined;
  readonly alt?: string | null | undefined;
  readonly lang?: string | null | undefined;
  readonly identifier?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: Position | undefined;
}

interface Position {
  readonly start: { readonly offset?: number | undefined };
  readonly end: { readonly offset?: number | undefined };
}

/** Made once: they hold no state, and to put them together takes as long as to read a short text. */
const syntax = gfm();
const asText = { disable: { null: ['htmlFlow', 'htmlText'] } };
const asGitHub = [syntax];
const asBitbucket = [syntax, asText];
/** Without their afterthoughts, which split text into nodes without a position. */
const nodes = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));

/** @param options.html `false` reads HTML as text, as Bitbucket does; `true` as GitHub does */
export function parseMarkdown(text: string, options: { html: boolean }): MarkdownNode {
  return fromMarkdown(text, {
    extensions: options.html ? asGitHub : asBitbucket,
    mdastExtensions: nodes,
  });
}

/** Where a node stands in the text: from the first offset up to before the second. */
export function rangeOf(node: MarkdownNode): readonly [start: number, end: number] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`${node.type} has no position`);
  return [start, end];
}
