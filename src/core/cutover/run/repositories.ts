import { MigratorError } from '../../kernel/errors.ts';
import type { Store } from '../../ports/store.ts';
import { doneSteps } from './checklist.ts';
import type { CutoverRepository, CutoverRun } from './cutover-request.ts';

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
  const states = new Map(
    (await store.listRepositories(migration.id)).map((state) => [state.source, state]),
  );
  const repositories: CutoverRepository[] = [];
  const problems: MigratorError[] = [];
  for (const planned of plan.repositories) {
    const { source } = planned;
    if (run.repositories !== null && !run.repositories.has(source)) continue;
    const state = states.get(source);
    if (state?.status === 'skipped') continue;
    const [made] = await store.listObjects(migration.id, source, 'repository');
    if (state?.status !== 'succeeded' || !made?.targetId) {
      problems.push(unmigrated(source, migration.id));
      continue;
    }
    const rows = await store.listObjects(migration.id, source, 'cutover');
    const { sourceId, targetId } = made;
    repositories.push({ planned, sourceId, targetId, done: doneSteps(rows, targetId) });
  }
  return { repositories, problems };
}

function unmigrated(source: string, id: string): MigratorError {
  return new MigratorError('state', `${source} is not migrated yet`, {
    hint: `Finish it with: migrator migrate --resume ${id}. Or skip it with --exclude.`,
  });
}
