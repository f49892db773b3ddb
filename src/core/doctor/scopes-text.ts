import type { Account } from '../ports/records/account.ts';

/** What credentials may do, in the host's words, as the end of a sentence; nothing where the host does not tell. Pure. */
export function scopesText({ scopes }: Pick<Account, 'scopes'>): string {
  if (scopes === null) return '';
  return scopes.length === 0 ? ', with no scope' : `, with ${[...scopes].sort().join(', ')}`;
}
