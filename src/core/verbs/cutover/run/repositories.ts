import { MigratorError } from '../../../kernel/errors.ts';
import type { Store } from '../../../ports/store.ts';
import { doneSteps } from './checklist.ts';
import type { CutoverRepository, CutoverRun } from './cutover-request.ts';
import { readRecordedState } from './recorded-state.ts';

export interface CutoverRepositories {
  /** In the order of the plan. */
  readonly repositories: readonly CutoverRepository[];
  readonly problems: readonly MigratorError[];
}

/** The repositories of a cut-over: all of them must have been migrated. Skipped ones are not ours. */
export async function cutoverRepositories(
  run: Pick<CutoverRun, 'migration' | 'plan' | 'repositories'> & { store: Store },
): Promise<CutoverRepositories> {
  const { store, migration, plan } = run;
  const listed = await store.listRepositories(migration.id);
  const states = new Map(listed.map((state) => [state.source, state]));
  const repositories: CutoverRepository[] = [];
  const problems: MigratorError[] = [];
  for (const planned of plan.repositories) {
    const { source } = planned;
    if (run.repositories !== null && !run.repositories.has(source)) continue;
    const state = states.get(source);
    if (state?.status === 'skipped') continue;
    const of = { migration: migration.id, repository: source, states: listed };
    const recorded = await readRecordedState(store, of);
    const [made] = await store.listObjects(migration.id, source, 'repository');
    const { sourceId, targetId } = made ?? { sourceId: '', targetId: null };
    const rows = await store.listObjects(migration.id, source, 'cutover');
    const done = doneSteps(rows, targetId ?? '');
    // One that is live stays so, however far a repair or a reset has come since.
    if (targetId === null || !(state?.status === 'succeeded' || done.has('open')))
      problems.push(unmigrated(source, migration.id));
    else repositories.push({ planned, sourceId, targetId, done, recorded });
  }
  return { repositories, problems };
}

/**
 * Returns those that a cut-over may have locked, however far their migration is now: a repair or a reset that has begun since
 * leaves the lock where it is.
 */
export async function lockedRepositories(
  run: Parameters<typeof cutoverRepositories>[0],
): Promise<readonly CutoverRepository[]> {
  const { store, migration, plan } = run;
  const { repositories } = await cutoverRepositories(run);
  const migrated = new Map(repositories.map((one) => [one.planned.source, one]));
  const locked: CutoverRepository[] = [];
  for (const planned of plan.repositories) {
    const { source } = planned;
    if (run.repositories !== null && !run.repositories.has(source)) continue;
    const known = migrated.get(source) ?? (await unfinished(store, migration.id, planned));
    if (known !== null) locked.push(known);
  }
  return locked;
}

async function unfinished(
  store: Store,
  migration: string,
  planned: CutoverRepository['planned'],
): Promise<CutoverRepository | null> {
  const list = store.listObjects.bind(store, migration, planned.source);
  const states = await store.listRepositories(migration);
  const of = { migration, repository: planned.source, states };
  const recorded = await readRecordedState(store, of);
  const [made] = await list('repository');
  if ((await list('source-lock')).length === 0) return null;
  // A reset whose creation was refused knows no target: what was locked says which source it was.
  const targetId = made?.targetId ?? '';
  const done = doneSteps(await list('cutover'), targetId);
  return { planned, sourceId: made?.sourceId ?? '', targetId, done, recorded };
}

function unmigrated(source: string, id: string): MigratorError {
  return new MigratorError('state', `${source} is not migrated yet`, {
    hint: `Finish it with: migrator migrate --resume ${id}. Or skip it with --exclude.`,
  });
}
