import type { Edits } from './edits.ts';
import { type MarkdownNode, rangeOf } from './markdown-tree.ts';

const openingFence = /^(`{3,}|~{3,})([^\n]*)/;
/** How Bitbucket names the language on a block's first line. A path behind `#!` is a script's own first line. */
const languageLine = /^(?::::|#!)([A-Za-z][\w+#-]{0,39})$/;

/** Makes of a language on the first line of a code block the word behind a fence. */
export function editCode(node: MarkdownNode, source: string, edits: Edits): void {
  const value = node.value ?? '';
  const [first = '', ...rest] = value.split('\n');
  const language = languageLine.exec(first.trim())?.[1];
  if (language === undefined) return;
  const [start, end] = rangeOf(node);
  const raw = source.slice(start, end);
  const [opening, fence, info = ''] = openingFence.exec(raw) ?? [];
  if (opening === undefined || fence === undefined) {
    const isOuter = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    if (isOuter && !raw.includes('\n>') && rest.length > 0)
      edits.replace(start - indentation(source, start), end, fenced(rest, language));
    return;
  }
  const firstLine = raw.indexOf('\n', opening.length + 1);
  if (info.trim() !== '' || firstLine === -1) return;
  edits.replace(start + opening.length, start + firstLine, language);
}

function indentation(source: string, start: number): number {
  return start - (source.lastIndexOf('\n', start - 1) + 1);
}

function fenced(lines: readonly string[], language: string): string {
  const code = lines.join('\n').replace(/^\n+/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The fence that closes the code block at the end of a text, if the author left it open. */
export function openFenceOf(tree: MarkdownNode, source: string): string | null {
  const last = tree.children?.at(-1);
  if (last?.type !== 'code') return null;
  const raw = source.slice(...rangeOf(last));
  const fence = openingFence.exec(raw)?.[1];
  if (fence === undefined) return null;
  const closing = new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  return closing.test(raw) ? null : fence;
}
