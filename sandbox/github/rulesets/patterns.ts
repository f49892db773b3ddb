/**
 * Tells whether a ref is named by a pattern of a ruleset: `fnmatch` over the whole path of the ref, where `*` stops at
 * a slash and `**` stands for whole folders alone (`refs/heads/**` is one level, `refs/heads/**\/*` all of them).
 */
export function fitsPattern(
  pattern: string,
  { ref, defaultBranch }: { readonly ref: string; readonly defaultBranch: string },
): boolean {
  if (pattern === '~ALL') return true;
  if (pattern === '~DEFAULT_BRANCH') return ref === `refs/heads/${defaultBranch}`;
  return toExpression(pattern).test(ref);
}

/** The same for names of repositories, in any letter case. */
export function fitsName(pattern: string, name: string): boolean {
  return pattern === '~ALL' || toExpression(pattern.toLowerCase()).test(name.toLowerCase());
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*+|\?|\[[^\]/]+\])/).map((part, index, all) => {
    const isFolder = index === 0 || /\/$/.test(all[index - 1] ?? '') || all[index - 1] === '';
    if (part === '**/') return isFolder ? '(?:[^/]+/)*' : '[^/]*/';
    if (/^\*+$/.test(part)) return '[^/]*';
    if (part === '?') return '[^/]';
    if (/^\[.+\]$/.test(part)) return part.replace(/^\[!/, '[^');
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
