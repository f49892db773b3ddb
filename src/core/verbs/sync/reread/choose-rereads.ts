import type { ReadTimes } from './read-times.ts';

/** The one that was read last the longest time ago first; never read ones before, by their numbers. Pure. */
export function oldestFirst(closed: readonly number[], times: ReadTimes): readonly number[] {
  const readAt = (number: number) => times.get(number) ?? 0;
  return [...closed].sort((a, b) => readAt(a) - readAt(b) || a - b);
}

/** When the one was read whose turn is next: 0 for never. Pure. */
export function oldestReadAt(closed: readonly number[], times: ReadTimes): number {
  return closed.reduce((oldest, number) => Math.min(oldest, times.get(number) ?? 0), Infinity);
}

/** An hourly limit of a host, and what of it is used. */
interface Budget {
  readonly host: string;
  readonly used: number;
  readonly limit: number;
}

/** In one sync, where the source limits nobody. */
const unlimitedShare = 300;

/**
 * Requests that a sync may spend on what nothing shows as changed: half of what the source still allows this hour, without
 * what looking at all repositories takes. Pure.
 */
export function spareRequests(options: {
  readonly budgets: readonly Budget[];
  readonly host: string;
  readonly repositories: number;
}): number {
  const { budgets, host, repositories } = options;
  const free = budgets
    .filter((one) => one.host === host)
    .map(({ limit, used }) => Math.floor(Math.max(0, limit - used) / 2));
  if (free.length === 0) return unlimitedShare;
  return Math.max(0, Math.min(...free) - 2 * repositories);
}
