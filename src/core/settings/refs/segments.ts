/**
 * Tells whether a pattern fits a path, segment by segment: `?` stands for one character, `*` for any within a segment,
 * `**` as a whole segment for any number of segments.
 * @param path segments of a full ref
 */
export function fitsSegments(pattern: readonly string[], path: readonly string[]): boolean {
  return fits(pattern, path, { star: '**', fitsOne: fitsSegment });
}

/** A single segment: `**` within it is the same as `*`. */
export function fitsSegment(pattern: string, segment: string): boolean {
  const fitsOne = (wanted: string, character: string) => wanted === '?' || wanted === character;
  return fits([...pattern], [...segment], { star: '*', fitsOne });
}

/** Follows all readings of the pattern at once: hostile ones take no longer than their length times that of the text. */
function fits(
  pattern: readonly string[],
  text: readonly string[],
  { star, fitsOne }: { star: string; fitsOne: (wanted: string, given: string) => boolean },
): boolean {
  let places = behindStars(pattern, new Set([0]), star);
  for (const given of text) {
    const next = new Set<number>();
    for (const at of places) {
      const wanted = pattern[at];
      if (wanted === star) next.add(at);
      else if (wanted !== undefined && fitsOne(wanted, given)) next.add(at + 1);
    }
    places = behindStars(pattern, next, star);
  }
  return places.has(pattern.length);
}

/** A star may also stand for nothing. */
function behindStars(
  pattern: readonly string[],
  places: ReadonlySet<number>,
  star: string,
): ReadonlySet<number> {
  const all = new Set(places);
  // What is added meanwhile is visited, too.
  for (const at of all) if (pattern[at] === star) all.add(at + 1);
  return all;
}
