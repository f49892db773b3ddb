import type { InlineLocation } from '../../../../ports/records/pull-request.ts';
import type { RenderWords } from '../input/rendering.ts';
import { joinBlocks, oneLine, shorten } from './markdown-pieces.ts';

/** Where an inline comment was made, inline: "`src/a.ts`, lines 10 to 12". */
export function locationWords(words: RenderWords, place: InlineLocation): string {
  const path = words.codeSpan(shorten(place.path, longestPath));
  const { oldPath } = place;
  const before =
    oldPath === null || oldPath === place.path
      ? ''
      : ` (before: ${words.codeSpan(shorten(oldPath, longestPath))})`;
  const outdated = place.isOutdated ? ', outdated' : '';
  return `${path}${before}, ${linesOf(place)}${outdated}`;
}

/** The same with the piece of the diff, as blocks. */
export function quotedLocation(
  words: RenderWords,
  place: InlineLocation,
  why: string | null,
): string {
  const reason = why === null ? '' : ` (${words.plainText(shorten(oneLine(why), longestPath))})`;
  const made =
    place.isOutdated && place.sourceCommit !== null
      ? `, at commit ${words.commit(place.sourceCommit)}`
      : '';
  return joinBlocks(
    `On ${locationWords(words, place)}${made}${reason}:`,
    quotedContext(words, place),
  );
}

const longestPath = 500;

export function hasSeveralLines({ from, to, startFrom, startTo }: InlineLocation): boolean {
  const [end, start] = to === null ? [from, startFrom] : [to, startTo];
  return end !== null && start !== null && start !== end;
}

export function linesOf({ from, to, startFrom, startTo }: InlineLocation): string {
  if (to !== null) return range(startTo, to);
  if (from !== null) return `${range(startFrom, from)} of the old file`;
  return 'the whole file';
}

function range(start: number | null, end: number): string {
  if (start === null || start === end) return `line ${end}`;
  return `lines ${Math.min(start, end)} to ${Math.max(start, end)}`;
}

function quotedContext(words: RenderWords, place: InlineLocation): string | null {
  if (place.context === null || place.context.trim() === '') return null;
  const lines = place.context.replace(/\n+$/, '').split(/\r?\n/);
  const chosen = nearby(lines, place).map((line) => shorten(line, longestLine));
  return words.codeBlock(chosen.join('\n'), 'diff');
}

const longestLine = 200;
const linesBefore = 7;
const linesAfter = 2;

/** The `@@` line above the commented line, and what stands around it; where that is not found the end, which is nearest. */
function nearby(lines: readonly string[], place: InlineLocation): readonly string[] {
  if (lines.length <= linesBefore + linesAfter + 2) return lines;
  const { header, target } = findLine(lines, place) ?? { header: 0, target: lines.length - 1 };
  const begin = Math.max(header + 1, target - linesBefore);
  const around = lines.slice(begin, target + linesAfter + 1);
  const top = lines[header] ?? '';
  return hunkHeader.test(top) ? [top, ...around] : around;
}

function findLine(
  lines: readonly string[],
  { from, to }: InlineLocation,
): { header: number; target: number } | null {
  let header = 0;
  let [old, current] = [Number.NaN, Number.NaN];
  for (const [index, line] of lines.entries()) {
    const numbers = hunkHeader.exec(line);
    if (numbers !== null) {
      header = index;
      old = Number(numbers[1]);
      current = Number(numbers[2]);
      continue;
    }
    const isAdded = line.startsWith('+');
    const isRemoved = line.startsWith('-');
    if (to !== null ? !isRemoved && current === to : !isAdded && old === from) {
      return { header, target: index };
    }
    if (!isAdded) old += 1;
    if (!isRemoved) current += 1;
  }
  return null;
}

const hunkHeader = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
