/** How far back a character that people see as one is looked for. */
const longest = 200;

/** The last place up to `limit`, and behind `from`, that parts no visible character, escape or character reference. */
export function graphemeBoundary(text: string, from: number, limit: number): number {
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
