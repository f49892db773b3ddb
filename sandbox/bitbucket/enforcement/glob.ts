/**
 * Tells whether a branch's name fits a pattern of a restriction.
 * @param starCrossesSlashes whether every `*` stands for slashes, too, and all else for itself, as Atlassian's
 * description has it; otherwise `**` alone does, and as a folder also for none
 */
export function fitsGlob(
  pattern: string,
  branch: string,
  { starCrossesSlashes }: { readonly starCrossesSlashes: boolean },
): boolean {
  const parts = pattern.split(/(\*\*\/|\*+)/).map((part) => {
    if (!part.includes('*')) return part.replace(/[.+^${}()|[\]\\?]/g, '\\$&');
    if (starCrossesSlashes) return part.endsWith('/') ? '.*/' : '.*';
    if (part === '*') return '[^/]*';
    return part.endsWith('/') ? '(?:.*/)?' : '.*';
  });
  return new RegExp(`^${parts.join('')}$`, 's').test(branch);
}
