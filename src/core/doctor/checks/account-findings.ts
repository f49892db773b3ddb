import type { MissingScope } from '../../ports/credentials/scope-needs.ts';
import type { Account } from '../../ports/records/account.ts';
import { type CheckName, type Finding, fail, pass, warn } from '../findings/finding.ts';

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

/** Says who is signed in, with every scope and with their number. Pure. */
export function signedIn(
  check: CheckName,
  account: Pick<Account, 'scopes' | 'displayName'> & { readonly name?: string },
  where: string,
): Finding {
  const text = `Signed in to ${where} as ${account.name ?? account.displayName}`;
  const all = `${text}${scopesText(account)}`;
  const many = account.scopes?.length ?? 0;
  return many <= mostScopes
    ? pass(check, all)
    : pass(check, all, `${text} with ${many} scopes (list them: -v)`);
}

/** So many are read at a glance. */
const mostScopes = 4;

/**
 * Describes what credentials may do, in the host's words, as the end of a sentence; nothing where the host does not
 * say. Pure.
 */
function scopesText({ scopes }: Pick<Account, 'scopes'>): string {
  if (scopes === null) return '';
  return scopes.length === 0 ? ', no scopes' : `, scopes: ${[...scopes].sort().join(', ')}`;
}
