import type { MissingScope } from '../../ports/credentials/scope-needs.ts';
import type { Account } from '../../ports/records/account.ts';
import { type CheckName, type Finding, fail, warn } from '../findings/finding.ts';

/** A line for each right that credentials lack. Pure. */
export function missingCapabilityFindings(
  check: CheckName,
  whose: string,
  { missing, remedy }: { missing: readonly MissingScope[]; remedy: string },
): readonly Finding[] {
  return missing.map(({ scope, neededTo, isRequired }) => {
    const message = `Scope ${scope} is missing from ${whose}: needed to ${neededTo}`;
    return isRequired
      ? fail(check, 'permission', { message, remedy })
      : warn(check, message, remedy);
  });
}

/**
 * Describes what credentials may do, in the host's words, as the end of a sentence; nothing where the host does not
 * say. Pure.
 */
export function scopesText({ scopes }: Pick<Account, 'scopes'>): string {
  if (scopes === null) return '';
  return scopes.length === 0 ? ', no scopes' : `, scopes: ${[...scopes].sort().join(', ')}`;
}
