interface NameResult<Change> {
  readonly source: string;
  readonly target: string;
  readonly changes: readonly (Change | 'collision')[];
}

/**
 * A name for every item, each unique for GitHub, which ignores letter case. Names that can be kept are kept; of the
 * others the first in the list gets the normalized name, the next ones the same with a number from 2 on. The same list
 * always gives the same names. Pure.
 * @param numbered a name with its number, within the length that GitHub allows
 */
export function uniqueNames<Change>(
  wanted: readonly NameResult<Change>[],
  numbered: (name: string, number: number) => string,
): readonly NameResult<Change>[] {
  const taken = new Set<string>();
  const keeps = wanted.map(({ target, changes }) => {
    if (changes.length > 0 || taken.has(target.toLowerCase())) return false;
    taken.add(target.toLowerCase());
    return true;
  });
  return wanted.map((result, index) => {
    if (keeps[index]) return result;
    let { target } = result;
    for (let number = 2; taken.has(target.toLowerCase()); number++) {
      target = numbered(result.target, number);
    }
    taken.add(target.toLowerCase());
    if (target === result.target) return result;
    return { ...result, target, changes: [...result.changes, 'collision'] };
  });
}
