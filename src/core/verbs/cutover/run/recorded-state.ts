import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { type CutoverStep, cutoverSteps } from './checklist.ts';

const concurrency = 8;

/** Describes what the state holds of a repository's target, cut-over and rollback. */
export interface RecordedState {
  /** Steps that were begun for any target; some of them are done. */
  readonly begun: ReadonlySet<CutoverStep>;
  /** All that decides what a cut-over, its abort or a rollback does. Only to be compared. */
  readonly text: string;
}

interface RecordedRepository {
  readonly planned: PlannedRepository;
  readonly recorded: RecordedState;
}

interface Run {
  readonly services: { readonly store: Pick<Store, 'listObjects' | 'listRepositories'> };
  readonly migration: { readonly id: string };
}

type States = Awaited<ReturnType<Store['listRepositories']>>;

/**
 * Reads what later decisions are compared with, so it is read before anything that they are based on.
 * @param states of all repositories of the migration
 */
export async function readRecordedState(
  store: Pick<Store, 'listObjects'>,
  of: { readonly migration: string; readonly repository: string; readonly states: States },
): Promise<RecordedState> {
  const { migration, repository, states } = of;
  const list = store.listObjects.bind(store, migration, repository);
  const steps = (await list('cutover')).filter(({ sourceId }) => isStep(sourceId));
  const made = (await list('repository')).map(({ sourceId, targetId }) => [sourceId, targetId]);
  const rollback = await list('rollback');
  const status = states.find(({ source }) => source === repository)?.status;
  return {
    begun: new Set(steps.map(({ sourceId }) => sourceId).filter(isStep)),
    text: JSON.stringify([status === 'succeeded', made, rowsOf(steps), rowsOf(rollback)]),
  };
}

function isStep(id: string): id is CutoverStep {
  return cutoverSteps.some((step) => step === id);
}

function rowsOf(rows: readonly CreatedObject[]): readonly unknown[] {
  return rows
    .map(({ sourceId, targetId, data }) => JSON.stringify([sourceId, targetId, data]))
    .sort();
}

/**
 * Compares the state with what was checked: meanwhile another process may have opened a target, or have taken it away.
 * @throws `state`
 */
export async function requireUnchanged(
  { services: { store }, migration }: Run,
  repositories: readonly RecordedRepository[],
  signal: AbortSignal,
): Promise<void> {
  if (repositories.length === 0) return;
  const states = await store.listRepositories(migration.id);
  await inParallel(repositories, { concurrency, signal }, async ({ planned, recorded }) => {
    const of = { migration: migration.id, repository: planned.source, states };
    const { text } = await readRecordedState(store, of);
    if (text !== recorded.text) throw changed(planned.source);
  });
}

function changed(source: string): MigratorError {
  return new MigratorError(
    'state',
    `Another process changed the cut-over or rollback of ${source} after it was checked`,
    { hint: 'Run the command again: it checks the current state.' },
  );
}
