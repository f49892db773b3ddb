import { type ErrorCode, MigratorError } from '../../../kernel/errors.ts';
import { quoteInput } from '../../../kernel/format/shorten-input.ts';
import type { TargetNaming } from '../../../ports/target-naming.ts';
import { resolveTargetNames } from './repository-name.ts';
import {
  normalizeSecretName,
  resolveSecretNames,
  secretLimits,
  secretNameChangeText,
} from './secret-name.ts';

/** GitHub's rules for the names of repositories and secrets. */
export const gitHubNaming: TargetNaming = {
  resolveRepositoryNames: resolveTargetNames,
  normalizeSecretName,
  resolveSecretNames,
  secretNameChangeText,
  secretLimits,
  checkOwnerName,
};

/**
 * Tells whether a text can be a login. Those of accounts that an enterprise manages have an underscore, and are longer than the 39
 * characters of others. Pure.
 */
export function isLogin(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text);
}

/**
 * Refuses what cannot be an organization or account of GitHub, before any host is asked for it. Pure.
 * @param given.setting the option or file that it came from, for the message
 */
export function checkOwnerName(
  name: string,
  given: { setting: string; code: ErrorCode } = { setting: '--target-org', code: 'usage' },
): void {
  if (isLogin(name)) return;
  throw new MigratorError(
    given.code,
    `${given.setting} must be the name of an organization or account, not ${quoteInput(name)}`,
    { hint: 'Use the name after the host in its URL: letters, digits and hyphens.' },
  );
}
