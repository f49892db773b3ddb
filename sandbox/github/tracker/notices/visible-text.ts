import type { fromMarkdown as Parse } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof Parse>;
type Nodes = Root | Root['children'][number];

/** Describes what of a text the host looks at for names and numbers: pieces of words, and the addresses of links. */
export interface VisibleText {
  readonly pieces: readonly string[];
  readonly addresses: readonly string[];
}

/** Leaves out code, comments of HTML and the words of links. */
export async function visibleText(markdown: string): Promise<VisibleText> {
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm'),
    import('mdast-util-gfm'),
  ]);
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const pieces: string[] = [];
  const addresses: string[] = [];
  // HTML elements inside of which nothing is looked at, as they are open.
  let silent = 0;
  const visit = (node: Nodes): void => {
    if (node.type === 'link') {
      addresses.push(node.url);
      return;
    }
    if (node.type === 'linkReference' || node.type === 'code' || node.type === 'inlineCode') return;
    if (node.type === 'definition') {
      addresses.push(node.url);
      return;
    }
    if (node.type === 'text') {
      if (silent === 0) pieces.push(node.value);
      return;
    }
    if (node.type === 'html') {
      silent = readHtml(node.value, silent, pieces);
      return;
    }
    if (!('children' in node)) return;
    for (const child of node.children) visit(child);
    if (node.type === 'paragraph') silent = 0;
  };
  visit(tree);
  return { pieces, addresses };
}

/** @returns how many silent elements are open after it */
function readHtml(html: string, open: number, pieces: string[]): number {
  let silent = open;
  const parts = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split(/(<[^>]*>)/);
  for (const part of parts) {
    const tag = /^<(\/?)(?:a|code|pre|tt|style|script)\b/i.exec(part);
    if (tag !== null) silent = tag[1] === '/' ? Math.max(0, silent - 1) : silent + 1;
    else if (!part.startsWith('<') && silent === 0 && part.trim() !== '') pieces.push(part);
  }
  return silent;
}
