/**
 * Whether a branch's name fits a pattern of a restriction.
 * @param starCrossesSlashes whether `*` stands for slashes, too; `**` always does
 */
export function fitsGlob(
  pattern: string,
  branch: string,
  { starCrossesSlashes }: { readonly starCrossesSlashes: boolean },
): boolean {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return starCrossesSlashes ? '.*' : '[^/]*';
    return part.replace(/[.+^${}()|[\]\\?]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's').test(branch);
}
