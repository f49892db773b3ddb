import { createEdits } from './edits.ts';
import { type MarkdownNode, parseMarkdown, rangeOf } from './markdown-tree.ts';

const editorAttributes = /\{:[ \t]*data-(?:inline-card|layout|width)[^{}\n]{0,100}\}/g;

/** Without the `{: data-inline-card='' }` that Bitbucket's editor leaves behind links; code keeps it. */
export function stripEditorAttributes(text: string): string {
  const places = [...text.matchAll(editorAttributes)];
  if (places.length === 0) return text;
  const code = codeRanges(parseMarkdown(text, { html: false }));
  const edits = createEdits();
  let next = 0;
  for (const { index, 0: found } of places) {
    while ((code[next]?.[1] ?? text.length) <= index) next += 1;
    if ((code[next]?.[0] ?? text.length) > index) edits.replace(index, index + found.length, '');
  }
  return edits.apply(text);
}

/** In the order of the text. */
function codeRanges(node: MarkdownNode): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  function visit(part: MarkdownNode): void {
    if (part.type === 'code' || part.type === 'inlineCode') ranges.push(rangeOf(part));
    for (const child of part.children ?? []) visit(child);
  }
  visit(node);
  return ranges;
}
