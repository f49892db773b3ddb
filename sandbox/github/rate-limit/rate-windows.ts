import type { GithubAccount } from '../accounts/account.ts';

export const minute = 60_000;
export const hour = 3_600_000;

export interface Window {
  add(amount: number): void;
  /** Of what was added within the length of the window. */
  sum(): number;
}

export function createWindow(now: () => number, length: number): Window {
  let entries: { at: number; amount: number }[] = [];
  let gone = 0;
  let total = 0;
  return {
    add(amount) {
      entries.push({ at: now(), amount });
      total += amount;
    },
    sum() {
      const begin = now() - length;
      for (
        let entry = entries[gone];
        entry !== undefined && entry.at <= begin;
        entry = entries[gone]
      ) {
        total -= entry.amount;
        gone += 1;
      }
      if (gone > 1000) {
        entries = entries.slice(gone);
        gone = 0;
      }
      return total;
    },
  };
}

/** Returns what each user has used in the hour that began with the first request. */
export function createBuckets(now: () => number) {
  const buckets = new Map<number, { used: number; resetAt: number }>();
  return {
    of(user: GithubAccount | null): { used: number; resetAt: number } {
      const id = user?.id ?? 0;
      const known = buckets.get(id);
      if (known !== undefined && known.resetAt > now()) return known;
      const fresh = { used: 0, resetAt: now() + hour };
      buckets.set(id, fresh);
      return fresh;
    },
  };
}
