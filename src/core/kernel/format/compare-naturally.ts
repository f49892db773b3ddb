/** Orders texts by their characters, and numbers within them by their size: `KEY_2` before `KEY_10`. Pure. */
export function compareNaturally(one: string, other: string): number {
  const [ours, theirs] = [partsOf(one), partsOf(other)];
  for (const [index, part] of ours.entries()) {
    const against = theirs[index];
    if (against === undefined) return 1;
    if (part === against) continue;
    const difference =
      digits.test(part) && digits.test(against) ? Number(part) - Number(against) : 0;
    return difference || (part < against ? -1 : 1);
  }
  return ours.length - theirs.length;
}

const digits = /^\d+$/;

function partsOf(text: string): readonly string[] {
  return text.match(/\d+|\D+/g) ?? [];
}
