import type {
  SecretLimits,
  SecretNameChange,
  SecretNameResult,
} from '../../../ports/target-naming.ts';

/** How much GitHub takes. */
export const secretLimits: SecretLimits = {
  ofOrganization: 1000,
  ofRepository: 100,
  ofEnvironment: 100,
  ofOrganizationInRepository: 100,
  valueBytes: 48 * 1024,
};

const reasons: Record<SecretNameChange, string> = {
  characters: 'GitHub allows only letters, digits and underscores',
  digit: 'it must not start with a digit',
  prefix: 'GitHub reserves names that start with GITHUB_',
  empty: 'it must not be empty',
  collision: 'name taken (case-insensitive)',
};

/** Why a name changes, as a sentence without a full stop. */
export function secretNameChangeText(changes: readonly SecretNameChange[]): string {
  return changes.map((change) => reasons[change]).join(', and ');
}

/** The name that GitHub takes in its place; the name itself where it is one. Pure. */
export function normalizeSecretName(source: string): SecretNameResult {
  const changes: SecretNameChange[] = [];
  let target = source;
  if (/[^A-Za-z0-9_]/.test(target)) {
    changes.push('characters');
    target = target
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9_]+/g, '_');
  }
  if (target === '') {
    changes.push('empty');
    target = 'SECRET';
  }
  if (/^[0-9]/.test(target)) {
    changes.push('digit');
    target = `_${target}`;
  }
  if (/^GITHUB_/i.test(target)) {
    changes.push('prefix');
    target = `_${target}`;
  }
  return { source, target, changes };
}

/**
 * A name for each variable of one place, all different for GitHub, which does not look at letter case. Whoever can
 * keep their name keeps it; of the others the first in the list gets the name as it was made legal, the next ones
 * `_2`, `_3` and so on. The same list always gives the same names. Pure.
 */
export function resolveSecretNames(names: readonly string[]): readonly SecretNameResult[] {
  const wanted = names.map(normalizeSecretName);
  const taken = new Set<string>();
  const keeps = wanted.map(({ target, changes }) => {
    if (changes.length > 0 || taken.has(target.toUpperCase())) return false;
    taken.add(target.toUpperCase());
    return true;
  });
  return wanted.map((result, index) => {
    if (keeps[index]) return result;
    const target = firstFree(result.target, taken);
    taken.add(target.toUpperCase());
    if (target === result.target) return result;
    return { ...result, target, changes: [...result.changes, 'collision'] };
  });
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toUpperCase())) return name;
  for (let number = 2; ; number++) {
    const candidate = `${name}_${number}`;
    if (!taken.has(candidate.toUpperCase())) return candidate;
  }
}
