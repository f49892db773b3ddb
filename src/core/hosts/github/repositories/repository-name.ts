import type { NameChange, TargetName } from '../../../ports/target-naming.ts';

const maxLength = 100;
const nameOfNothing = 'repository';

/**
 * The name that GitHub would give a repository: it replaces each run of other characters by one hyphen without a
 * word. What it refuses (too long, reserved, a reserved ending) is made acceptable.
 */
export function normalizeRepositoryName(name: string): string {
  return normalize(name).target;
}

/**
 * A name for every repository, each unique on GitHub, where `App` and `app` are one name. Whoever can keep their
 * name keeps it; of the others the first in the list gets the normalised name, the next ones `-2`, `-3` and so on.
 * The same list always gives the same names.
 */
export function resolveTargetNames(names: readonly string[]): readonly TargetName[] {
  const normalized = names.map(normalize);
  const taken = new Set<string>();
  const keeps = normalized.map(({ target, changes }) => {
    if (changes.length > 0 || taken.has(target.toLowerCase())) return false;
    taken.add(target.toLowerCase());
    return true;
  });
  return normalized.map((wanted, index) => {
    if (keeps[index]) return wanted;
    const target = firstFree(wanted.target, taken);
    taken.add(target.toLowerCase());
    if (target === wanted.target) return wanted;
    return { ...wanted, target, changes: [...wanted.changes, 'collision'] };
  });
}

function normalize(source: string): TargetName {
  const changes: NameChange[] = [];
  let name = source.replace(/[^A-Za-z0-9._-]+/g, '-');
  if (name !== source) changes.push('characters');
  if (name.length > maxLength) {
    name = name.slice(0, maxLength);
    changes.push('length');
  }
  if (/\.(git|wiki)$/i.test(name)) {
    name = name.replace(/\.(git|wiki)$/i, '-$1');
    changes.push('suffix');
  }
  if (name === '' || name === '.' || name === '..') {
    name = nameOfNothing;
    changes.push('reserved');
  }
  return { source, target: name, changes };
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const candidate = `${name.slice(0, maxLength - ending.length)}${ending}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
