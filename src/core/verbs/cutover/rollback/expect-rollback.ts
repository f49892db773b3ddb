import type { BudgetView } from '../../../network/budgets.ts';
import type { SourceKind } from '../../../ports/records/repository.ts';
import { sourceTraits } from '../../../ports/records/source-traits.ts';
import { type RequestBudget, tightestBudget, waitFor } from '../run/expect-cutover.ts';

/** Describes what a rollback is expected to send to one host. */
export interface ExpectedRequests {
  readonly hostname: string;
  /** For all repositories. */
  readonly requests: number;
  /** For one repository, from its archiving to its unlocking. */
  readonly each: number;
  readonly budget: RequestBudget | null;
}

/** Describes what a rollback is expected to take. */
export interface ExpectedRollback {
  /** Whole, one at least. */
  readonly minutes: number;
  /** Minutes, part of those above, in which a limit lets nothing through. */
  readonly waits: number;
  readonly source: ExpectedRequests;
  readonly target: ExpectedRequests;
}

/** Requests to the target for one repository beside its last look: names, renaming, archiving. */
const requestsToArchive = 8;

const minute = 60_000;

/**
 * Derives the cost of a rollback from its check, which compares every target as the last look does. Pure.
 * @param options.compared targets that the check has compared
 * @param options.listed requests for the list of the owner's repositories
 * @param options.budgets hourly limits of all hosts; one without requests lately has none
 */
export function expectRollback(options: {
  readonly ready: number;
  readonly locked: number;
  readonly compared: number;
  readonly checkMilliseconds: number;
  readonly checkRequests: number;
  readonly source: { readonly kind: SourceKind; readonly hostname: string };
  readonly target: { readonly hostname: string };
  readonly budgets: readonly BudgetView[];
}): ExpectedRollback {
  const { ready, locked, compared, checkMilliseconds, checkRequests, budgets } = options;
  const of = (hostname: string, each: number, many: number): ExpectedRequests => ({
    ...{ hostname, each: many === 0 ? 0 : each, requests: many * each },
    budget: tightestBudget(budgets, hostname),
  });
  const eachLook = Math.ceil(checkRequests / Math.max(1, compared));
  const { requestsToUnlock } = sourceTraits[options.source.kind];
  const source = of(options.source.hostname, requestsToUnlock, locked);
  const target = of(options.target.hostname, eachLook + requestsToArchive, ready);
  const work = (checkMilliseconds / Math.max(1, checkRequests)) * target.requests;
  const wait = Math.max(
    ...[source, target].map(({ requests, budget }) =>
      budget === null ? 0 : waitFor(requests, budget),
    ),
  );
  return {
    minutes: Math.max(1, Math.ceil((work + wait) / minute)),
    ...{ waits: Math.ceil(wait / minute), source, target },
  };
}
