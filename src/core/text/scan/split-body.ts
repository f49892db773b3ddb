import { rangeAround, type SplitRange, splitRanges } from './split-ranges.ts';

/** Where a text is cut, and what is written at both sides of the cut. */
interface Cut {
  readonly at: number;
  readonly close: string;
  readonly reopen: string;
}

/**
 * A Markdown text in pieces that fit. They are cut between paragraphs, else between lines, else between words, and never
 * in a code span, a link or a character; a code block that is cut is closed and opened again. Joined they hold the whole
 * text and otherwise only these fences and the marks of quotations.
 *
 * @param options.first characters (UTF-16 units) that the first piece may have; it stays empty where nothing can be cut so short
 * @param options.rest that each further one may have; at least 200
 */
export function splitBody(
  markdown: string,
  options: { first: number; rest: number },
): readonly string[] {
  if (markdown.length <= options.first) return [markdown];
  const ranges = splitRanges(markdown);
  const pieces: string[] = [];
  let at = 0;
  let reopen = '';
  while (at < markdown.length) {
    const available = pieces.length === 0 ? options.first : options.rest;
    if (reopen.length + markdown.length - at <= available) {
      pieces.push(reopen + markdown.slice(at));
      break;
    }
    if (reopen.length > available / 2) reopen = '';
    const room = available - reopen.length;
    const cut = findCut({
      text: markdown,
      ranges,
      at,
      room,
      mayWait: pieces.length === 0 && available < options.rest,
    });
    pieces.push(reopen + markdown.slice(at, cut.at) + cut.close);
    if (cut.at > at) reopen = cut.reopen;
    at = cut.at;
  }
  return pieces;
}

interface Search {
  readonly text: string;
  readonly ranges: readonly SplitRange[];
  readonly at: number;
  readonly room: number;
  /** The next piece has more room: rather than cutting hard, nothing is taken. */
  readonly mayWait: boolean;
}

function findCut(search: Search): Cut {
  const { at, room, mayWait } = search;
  const filled = at + Math.floor(room / 3);
  const clean = boundary(search, '\n\n', filled) ?? boundary(search, '\n', filled);
  if (clean !== null) return clean;
  return (
    codeCut(search) ??
    boundary(search, '\n', at) ??
    boundary(search, ' ', at) ??
    (mayWait ? { at, close: '', reopen: '' } : hardCut(search))
  );
}

/** The last place behind this separator that goes through nothing. */
function boundary(
  { text, ranges, at, room }: Search,
  separator: string,
  above: number,
): Cut | null {
  let end = at + room;
  while (end > above && end >= separator.length) {
    const found = text.lastIndexOf(separator, end - separator.length);
    const cut = found + separator.length;
    if (found === -1 || cut <= above) return null;
    const range = rangeAround(ranges, cut);
    if (range === null)
      return { at: cut, close: '', reopen: separator === ' ' ? quotation(text, cut) : '' };
    end = range.start;
  }
  return null;
}

/** Through code that has to be cut: between its lines if it has any, else between characters. */
function codeCut({ text, ranges, at, room }: Search): Cut | null {
  const range = rangeAround(ranges, at + room);
  const code = range?.code ?? null;
  if (range === null || code === null) return null;
  const from = Math.max(at, code.from);
  const limit = Math.min(at + room - code.close.length, range.end - code.close.length);
  // A code span is cut only if it fills the whole piece.
  if (limit <= from || (!code.isBlock && range.start > at)) return null;
  const line = code.isBlock ? text.lastIndexOf('\n', limit - 1) + 1 : 0;
  if (line > from) {
    return {
      at: line,
      close: code.close.replace(/^\n/, ''),
      reopen: code.close === '' ? '' : code.reopen,
    };
  }
  if (code.isBlock && range.start > at) return null;
  const cut = graphemeBoundary(text, from, limit);
  return { at: cut, close: code.close, reopen: code.reopen };
}

function hardCut({ text, ranges, at, room }: Search): Cut {
  const range = rangeAround(ranges, at + room);
  if (range !== null && range.start > at)
    return { at: range.start, close: '', reopen: quotation(text, range.start) };
  const cut = graphemeBoundary(text, at, at + room);
  return { at: cut, close: '', reopen: quotation(text, cut) };
}

/** Returns what stands before a line of a quotation, for the rest of one that is cut. */
function quotation(text: string, cut: number): string {
  const line = text.slice(text.lastIndexOf('\n', cut - 1) + 1, cut);
  const marks = /^[ \t]*>[ \t>]*/.exec(line)?.[0] ?? '';
  return marks.length < line.length && marks.length < 100 ? marks : '';
}

/** How far back a character that people see as one is looked for. */
const longest = 200;

/** The last place up to `limit`, and behind `from`, that parts no visible character, escape or character reference. */
function graphemeBoundary(text: string, from: number, limit: number): number {
  const start = Math.max(from, limit - longest);
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let cut = start;
  for (const { index } of segmenter.segment(text.slice(start, limit + longest))) {
    if (start + index > limit) break;
    cut = start + index;
  }
  if (cut <= from) return pairBoundary(text, from, limit);
  const whole = beforeEscape(text, cut);
  return whole > from ? whole : cut;
}

function beforeEscape(text: string, cut: number): number {
  const slashes = /\\+$/.exec(text.slice(Math.max(0, cut - 100), cut))?.[0].length ?? 0;
  if (slashes % 2 === 1) return cut - 1;
  const reference = text.lastIndexOf('&', cut - 1);
  const isCut = cut - reference < 34 && /^&#?\w{0,32};/.exec(text.slice(reference, reference + 36));
  return isCut && reference + isCut[0].length > cut ? reference : cut;
}

/** For a character without end: at least no surrogate pair is parted. */
function pairBoundary(text: string, from: number, limit: number): number {
  const isInPair =
    /[\udc00-\udfff]/.test(text[limit] ?? '') && /[\ud800-\udbff]/.test(text[limit - 1] ?? '');
  return isInPair && limit - 1 > from ? limit - 1 : limit;
}
