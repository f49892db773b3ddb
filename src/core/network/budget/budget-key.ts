import { createHash } from 'node:crypto';

/** Limits hold by account: credentials are told apart by a digest that gives none of them away. */
export function budgetKey(host: string, authorization: string | null): string {
  if (authorization === null) return host;
  return `${host} ${createHash('sha256').update(authorization).digest('hex').slice(0, 16)}`;
}

/** The budget that all credentials of one account share. The host's name for the account is hostile text. */
export function accountKey(host: string, account: string): string {
  return `${host} account ${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;
}
