interface OwnerRule {
  readonly pattern: RegExp;
  /** Logins and teams, without their `@`. Nobody may stand here: the files belong to nobody then. */
  readonly owners: readonly string[];
}

export function parseCodeOwners(text: string): OwnerRule[] {
  const rules: OwnerRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [pattern, ...owners] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (pattern === undefined || pattern === '') continue;
    const names = owners.filter((owner) => owner.startsWith('@')).map((owner) => owner.slice(1));
    rules.push({ pattern: toExpression(pattern), owners: names });
  }
  return rules;
}

/** The last line that fits decides. */
export function ownersOf(rules: readonly OwnerRule[], path: string): readonly string[] {
  return rules.findLast(({ pattern }) => pattern.test(path))?.owners ?? [];
}

/** As in .gitignore: a slash before the end binds to the root, a name fits a folder and all in it. */
function toExpression(pattern: string): RegExp {
  const bound = pattern.slice(0, -1).includes('/');
  const body = pattern.replace(/^\//, '');
  const folder = body.endsWith('/');
  const inner = (folder ? body.slice(0, -1) : body)
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  // `docs/*` means the files of that folder alone.
  const end = folder ? '/.*' : body.endsWith('/*') ? '' : '(?:/.*)?';
  return new RegExp(`^${bound ? '' : '(?:.*/)?'}${inner}${end}$`);
}
