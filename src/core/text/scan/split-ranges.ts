import { isTooIntricate } from '../markdown/is-too-intricate.ts';
import { type MarkdownNode, parseMarkdown, rangeOf } from '../markdown/markdown-tree.ts';

/** A part of a text that is not cut, or only with something at both sides of the cut. */
export interface SplitRange {
  readonly start: number;
  readonly end: number;
  /** `null`: nothing holds the halves together. */
  readonly code: CodeMarks | null;
}

interface CodeMarks {
  /** Where the code itself begins. */
  readonly from: number;
  /** Ends the first half, and begins the second. */
  readonly close: string;
  readonly reopen: string;
  /** True if it is cut between lines. */
  readonly isBlock: boolean;
}

/** A longer one names no language, and would fill the piece. */
const longestInfo = 60;

const whole = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'html',
  'definition',
  'footnoteReference',
]);

/** The parts of a text that a cut has to mind, in its order; none overlaps another. */
export function splitRanges(text: string): readonly SplitRange[] {
  if (isTooIntricate(text)) return [];
  const ranges: SplitRange[] = [];
  function visit(node: MarkdownNode): void {
    if (node.type === 'code') return void ranges.push(blockOf(node, text));
    if (node.type === 'inlineCode') return void ranges.push(spanOf(node, text));
    if (whole.has(node.type)) {
      const [start, end] = rangeOf(node);
      return void ranges.push({ start, end, code: null });
    }
    for (const child of node.children ?? []) visit(child);
  }
  visit(parseMarkdown(text, { html: true }));
  return ranges.toSorted((a, b) => a.start - b.start);
}

function spanOf(node: MarkdownNode, text: string): SplitRange {
  const [start, end] = rangeOf(node);
  const fence = /^`+/.exec(text.slice(start, end))?.[0] ?? '`';
  const code = { from: start + fence.length, close: fence, reopen: fence, isBlock: false };
  return { start, end, code };
}

function blockOf(node: MarkdownNode, text: string): SplitRange {
  const [start, end] = rangeOf(node);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // The marks of a list stand before its first line only.
  const prefix = text.slice(lineStart, start).replace(/[^> \t]/g, ' ');
  const [opening, fence] = /^(`{3,}|~{3,})[^\n]*\n?/.exec(text.slice(start, end)) ?? [];
  if (opening === undefined || fence === undefined) {
    const indent = /^[ \t]{0,99}/.exec(text.slice(start, start + 99))?.[0] ?? '';
    const code = { from: start, close: '', reopen: prefix + indent, isBlock: true };
    return { start, end, code };
  }
  const info = opening.length > longestInfo || !opening.endsWith('\n') ? `${fence}\n` : opening;
  const code = {
    from: start + opening.length,
    close: `\n${prefix}${fence}`,
    reopen: `${prefix}${info}`,
    isBlock: true,
  };
  return { start, end, code };
}

/** The part that a cut at this place would go through. */
export function rangeAround(ranges: readonly SplitRange[], cut: number): SplitRange | null {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= cut) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && found.start < cut ? found : null;
}
