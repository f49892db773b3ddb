import { targetTime } from '../../../forecast/host-limits.ts';
import type { BudgetView } from '../../../network/budgets.ts';
import type { SourceKind } from '../../../ports/records/repository.ts';
import { sourceTraits } from '../../../ports/records/source-traits.ts';

/** Describes what a cut-over is expected to take, if little has changed since the last sync. */
export interface Expected {
  /** From lock to open, whole, one at least. */
  readonly minutes: number;
  /** To the source, from what is read before the lock until the targets are open. */
  readonly requests: number;
  /** `null` where the source limits nobody. */
  readonly budget: RequestBudget | null;
  /** Minutes, part of those above, in which the source's limit lets nothing through. */
  readonly waits: number;
  /** Requests to the target for settings, verification and opening. */
  readonly target: TargetRequests;
}

export interface TargetRequests {
  readonly reads: number;
  readonly writes: number;
}

type Budget = Pick<BudgetView, 'host' | 'name' | 'used' | 'limit'>;

/** Requests that a host still allows this hour, of so many. */
export interface RequestBudget {
  readonly left: number;
  readonly limit: number;
}

/** Requests of the checks for one repository, on both hosts. */
const checkRequests = 10;
/** From lock to open, on both hosts; two rounds of syncing among them. */
const cutoverRequests = 60;

const minute = 60_000;
const hour = 60 * minute;

/**
 * How long the cut-over takes, from what the checks took or the target's limits let through, and what the source's limit adds. Pure.
 * @param options.unread requests for what is read before the lock
 * @param options.reread requests for what the last sync reads whole
 * @param options.budgets hourly limits of all hosts; one without requests lately has none
 */
export function expectCutover(options: {
  readonly repositories: number;
  readonly checkMilliseconds: number;
  readonly source: { readonly kind: SourceKind; readonly hostname: string };
  readonly unread: number;
  readonly reread: number;
  readonly target: TargetRequests & { readonly isLimited: boolean };
  readonly budgets: readonly Budget[];
}): Expected {
  const { repositories, checkMilliseconds, source, unread, reread } = options;
  const { isLimited, ...target } = options.target;
  const budget = tightestBudget(options.budgets, source.hostname);
  if (repositories === 0) return { minutes: 1, requests: 0, budget, waits: 0, target };
  const locked = repositories * sourceTraits[source.kind].requestsToCutOver + reread;
  const work =
    (checkMilliseconds / checkRequests / repositories) * (repositories * cutoverRequests + reread);
  // What is read before the lock takes its part first, and waits while people can still push.
  const left = budget === null ? 0 : Math.max(0, budget.left - unread);
  const wait = budget === null ? 0 : waitFor(locked, { ...budget, left });
  // The points of this minute may be gone: the checks and the final sync read as well.
  const limited = isLimited ? targetTime(target) : 0;
  return {
    minutes: Math.max(1, Math.ceil((Math.max(work, limited) + wait) / minute)),
    requests: unread + locked,
    ...{ budget, waits: Math.ceil(wait / minute), target },
  };
}

/** Milliseconds that an hourly limit adds to so many requests. Pure. */
export function waitFor(requests: number, { left, limit }: RequestBudget): number {
  return (Math.max(0, requests - left) / limit) * hour;
}

/** The hourly limit of a host's requests that has the least left; `null` without any. Pure. */
export function tightestBudget(budgets: readonly Budget[], hostname: string): RequestBudget | null {
  const own = budgets
    .filter(({ host, name }) => host === hostname && name === 'requests an hour')
    .map(({ used, limit }) => ({ left: Math.max(0, limit - used), limit }));
  return own.reduce<RequestBudget | null>(
    (least, one) => (least === null || one.left < least.left ? one : least),
    null,
  );
}
