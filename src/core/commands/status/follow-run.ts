import type { TimedEvent } from '../../ports/records/events.ts';
import type { LeaseHolder, RepositoryState, StepState } from '../../ports/records/migration.ts';
import { type Claim, isRepositoryClaim, type SharedRuns } from '../../ports/state/shared-run.ts';
import type { Store } from '../../ports/store.ts';
import type { LiveSnapshot } from '../../report/run/live-snapshot.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { runFromStore } from '../../report/run/stored-run.ts';
import { recordedEvents } from '../../run/control/record-events.ts';
import type { FollowedRun } from '../live-view.ts';

/** `null`: one process works on a migration. */
type Shared = Pick<SharedRuns, 'findRun' | 'listClaims'> | null;

/** Reads a run of another process at each call; of its events only those that are new. */
export function followRun(options: {
  store: Pick<
    Store,
    'findHolder' | 'findMigration' | 'listRepositories' | 'listEvents' | 'listSteps'
  > & { readonly shared: Shared };
  migration: string;
  readSnapshot: () => Promise<LiveSnapshot | null>;
}): () => Promise<FollowedRun> {
  const { store, migration: id } = options;
  let known: ReadonlyMap<TimedEvent['type'], readonly TimedEvent[]> | null = null;
  return async () => {
    // The holder first, so that its last writes are read after it has left.
    const holder = await store.findHolder(id);
    const migration = await store.findMigration(id);
    const repositories = await store.listRepositories(id);
    const events = new Map<TimedEvent['type'], readonly TimedEvent[]>();
    const news: TimedEvent[] = [];
    for (const type of recordedEvents) {
      const before: readonly TimedEvent[] = known?.get(type) ?? [];
      const added = await store.listEvents(id, type, before.length);
      events.set(type, [...before, ...added]);
      if (known !== null) news.push(...added);
    }
    known = events;
    const steps = new Map<string, readonly StepState[]>();
    for (const { source, status } of repositories) {
      if (status === 'running') steps.set(source, await store.listSteps(id, source));
    }
    const claims = await claimsOf(store.shared, id);
    const isOver = holder === null && !goOn(claims, repositories);
    const snapshot = isOver ? null : await options.readSnapshot();
    const byTime = (one: TimedEvent, other: TimedEvent) => one.at - other.at;
    const run = runFromStore({
      ...{ migration, repositories, steps, snapshot, isOver },
      events: [...events.values()].flat().sort(byTime),
    });
    return {
      run: withClaims(run, holder === null ? claims : [holder, ...claims], claims),
      news: news.sort(byTime),
      ...{ isOver, isLed: holder !== null },
    };
  };
}

/** Of all that work on it, also of those that have no repository at present. */
async function claimsOf(shared: Shared, migration: string): Promise<readonly Claim[]> {
  if (shared === null || (await shared.findRun(migration)) === null) return [];
  return shared.listClaims(migration);
}

/** Workers without a coordinator end what is left, and then wait for the next one. */
function goOn(claims: readonly Claim[], repositories: readonly RepositoryState[]): boolean {
  if (claims.some(isRepositoryClaim)) return true;
  const isOpen = ({ status }: RepositoryState) => status === 'pending' || status === 'running';
  return claims.length > 0 && repositories.some(isOpen);
}

/** Who works on which repository. */
function withClaims(
  run: RunState,
  working: readonly LeaseHolder[],
  claims: readonly Claim[],
): RunState {
  if (claims.length === 0) return run;
  const processes = new Set(working.map(({ pid, hostname }) => `${pid} ${hostname}`)).size;
  const repositories = new Map(run.repositories);
  for (const { source, pid, hostname } of claims.filter(isRepositoryClaim)) {
    const view = repositories.get(source);
    if (view !== undefined) repositories.set(source, { ...view, process: { pid, hostname } });
  }
  return { ...run, processes, repositories };
}
