import type { NameChange, TargetName } from '../../../ports/target-naming.ts';
import { uniqueNames } from './unique-names.ts';

const maxLength = 100;
const nameOfNothing = 'repository';

/**
 * The name that GitHub would give a repository: it replaces each run of other characters by one hyphen without a
 * word. What it refuses (too long, reserved, a reserved ending) is made acceptable.
 */
export function normalizeRepositoryName(name: string): string {
  return normalize(name).target;
}

/** A name for every repository, as uniqueNames() gives them. */
export function resolveTargetNames(names: readonly string[]): readonly TargetName[] {
  return uniqueNames(names.map(normalize), (name, number) => {
    const ending = `-${number}`;
    return `${name.slice(0, maxLength - ending.length)}${ending}`;
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
