import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

/** Describes what GitHub finds in a text outside of code and of links. */
export interface Reading {
  /** Of each paragraph, heading and cell: its text, with `\u0000` for what is no text. */
  readonly texts: readonly string[];
  readonly html: readonly string[];
  readonly addresses: readonly string[];
}

/** Put together once, which takes as long as to read a short text. */
const asGitHub = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

export function readAsGitHub(markdown: string): Reading {
  const texts: string[] = [];
  const html: string[] = [];
  const addresses: string[] = [];
  function read(node: Node): string {
    if (node.type === 'text') return node.value ?? '';
    if (node.type === 'html') html.push(node.value ?? '');
    if (node.url !== undefined) addresses.push(node.url);
    if (node.type === 'break') return '\n';
    const inner = (node.children ?? []).map(read).join('');
    if (['paragraph', 'heading', 'tableCell'].includes(node.type)) texts.push(inner);
    return ['inlineCode', 'link', 'linkReference', 'image', 'code'].includes(node.type)
      ? '\u0000'
      : inner;
  }
  read(fromMarkdown(markdown, asGitHub));
  return { texts, html, addresses };
}

const hazards: Readonly<Record<string, RegExp>> = {
  mention: /(?:^|[^a-z0-9_])@[a-z0-9]/i,
  number: /#\d/,
  'GH number': /\bGH-\d/i,
  hash: /(?<![0-9a-z_])[0-9a-f]{7,40}(?![0-9a-z_])/i,
  'closing keyword before a link or code':
    /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+(?:\u0000|#\d|GH-\d|https?:)/i,
  'control character': /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/,
  'bidirectional control': /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
};

/** Names what in a text would act on GitHub. */
export function hazardsOf(markdown: string): readonly string[] {
  return hazardsIn(readAsGitHub(markdown));
}

/** The same of what was read. */
export function hazardsIn({ texts, html, addresses }: Reading): readonly string[] {
  const found = html.map((value) => `HTML: ${value}`);
  for (const text of texts) {
    for (const [name, pattern] of Object.entries(hazards)) {
      if (pattern.test(text)) found.push(`${name}: ${JSON.stringify(text.slice(0, 200))}`);
    }
  }
  for (const url of addresses) {
    if (/^\s*(?:javascript|vbscript|data):/i.test(url)) found.push(`address: ${url}`);
    const isThread = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/(?:issues|pull|discussions)\/\d/i.test(
      url,
    );
    if (isThread && !url.startsWith('https://github.com/acme-inc/'))
      found.push(`noted where it leads: ${url}`);
  }
  return found;
}
