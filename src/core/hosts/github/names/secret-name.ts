import type {
  SecretLimits,
  SecretNameChange,
  SecretNameResult,
} from '../../../ports/target-naming.ts';
import { uniqueNames } from './unique-names.ts';

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

/** A name for each variable of one place, as uniqueNames() gives them. Pure. */
export function resolveSecretNames(names: readonly string[]): readonly SecretNameResult[] {
  return uniqueNames(names.map(normalizeSecretName), (name, number) => `${name}_${number}`);
}
