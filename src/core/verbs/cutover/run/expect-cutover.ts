import type { BudgetView } from '../../../network/budgets.ts';
import type { SourceKind } from '../../../ports/records/repository.ts';
import { sourceTraits } from '../../../ports/records/source-traits.ts';

/** Describes what a cut-over is expected to take, if little has changed since the last sync. */
export interface Expected {
  /** From lock to open, whole, one at least. */
  readonly minutes: number;
  /** To the source, from what is read before the lock until the targets are open. */
  readonly requests: number;
  /** Requests that the source still allows this hour, of so many; `null` where it limits nobody. */
  readonly budget: { readonly left: number; readonly limit: number } | null;
  /** Minutes, part of those above, in which the source's limit lets nothing through. */
  readonly waits: number;
}

/** Requests of the checks for one repository, on both hosts. */
const checkRequests = 10;
/** From lock to open, on both hosts; two rounds of syncing among them. */
const cutoverRequests = 60;

const minute = 60_000;
const hour = 60 * minute;

/**
 * How long the cut-over takes, from what the checks took, and what the source's limit adds. Pure.
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
  readonly budgets: readonly Pick<BudgetView, 'host' | 'used' | 'limit'>[];
}): Expected {
  const { repositories, checkMilliseconds, source, unread, reread } = options;
  const budget = tightest(options.budgets, source.hostname);
  if (repositories === 0) return { minutes: 1, requests: 0, budget, waits: 0 };
  const locked = repositories * sourceTraits[source.kind].requestsToCutOver + reread;
  const work =
    (checkMilliseconds / checkRequests / repositories) * (repositories * cutoverRequests + reread);
  // What is read before the lock takes its part first, and waits while people can still push.
  const left = budget === null ? 0 : Math.max(0, budget.left - unread);
  const wait = budget === null ? 0 : (Math.max(0, locked - left) / budget.limit) * hour;
  return {
    minutes: Math.max(1, Math.ceil((work + wait) / minute)),
    requests: unread + locked,
    ...{ budget, waits: Math.ceil(wait / minute) },
  };
}

function tightest(
  budgets: readonly Pick<BudgetView, 'host' | 'used' | 'limit'>[],
  hostname: string,
): Expected['budget'] {
  const own = budgets
    .filter(({ host }) => host === hostname)
    .map(({ used, limit }) => ({ left: Math.max(0, limit - used), limit }));
  return own.reduce<Expected['budget']>(
    (least, one) => (least === null || one.left < least.left ? one : least),
    null,
  );
}
