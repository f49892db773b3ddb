import { writtenRecords } from '../../journal/repository-records.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationWriter, Store } from '../../ports/store.ts';
import { type StoredChoice, storedOptions } from '../../replica/context/stored-plan.ts';
import { pinRefs, readBaseline } from '../../replica/recorded/migrated-baseline.ts';
import type { RunRequest } from './migrate-request.ts';
import { type NamesToRewrite, namesCostText } from './names-to-rewrite.ts';

/** A migration that was begun before, with what is chosen for it now. */
export interface Resumed {
  readonly known: Migration;
  readonly chosen: StoredChoice;
  readonly names: NamesToRewrite;
}

export function hasOtherMap(known: Migration, { kept }: StoredChoice): boolean {
  return kept.user_map_version !== storedOptions(known).user_map_version;
}

/** Makes the state say what this run is asked for: what starts over, looked through once more, and chosen from now on. */
export async function applyChoice(
  options: Resumed & { run: RunRequest; writer: MigrationWriter },
): Promise<void> {
  const { run, writer, known, chosen, names } = options;
  const { services, events, reset } = run;
  const repositories = names.repositories.size;
  if (repositories > 0) {
    const message = namesCostText({ ...names, repositories });
    events.emit({ type: 'preflight-note', message });
  }
  await reopenForNames(options, services.store);
  const settings = JSON.stringify(chosen.kept);
  const { planText } = run;
  const isSame = settings === JSON.stringify(storedOptions(known)) && planText === known.planText;
  // Last: broken off before, the map is given once more and everything is open.
  if (reset.size > 0 || !isSame) await writer.resetRepositories([...reset], { settings, planText });
}

/**
 * Opens the pull-request step again where pull requests stand. A repository that was complete gets nothing else that has
 * come to the source since.
 */
async function reopenForNames(
  { run, known, names, writer }: Resumed & { run: RunRequest; writer: MigrationWriter },
  store: Store,
): Promise<void> {
  const states = await store.listRepositories(known.id);
  const reopened = states.filter(
    ({ source }) => names.repositories.has(source) && !run.reset.has(source),
  );
  if (reopened.length === 0) return;
  // First: from here on the migration counts as one that has to go on.
  const hasEnded = known.status === 'completed' || known.status === 'completed_with_failures';
  if (hasEnded) await writer.setStatus('paused');
  for (const state of reopened) await reopen({ store, writer, id: known.id }, state);
}

async function reopen(
  { store, writer, id }: { store: Store; writer: MigrationWriter; id: string },
  { source, status }: RepositoryState,
): Promise<void> {
  if (status === 'succeeded') {
    const { refs } = await readBaseline(store, id, source);
    const records = writtenRecords(writer, source);
    if (refs !== null) await pinRefs({ records }, refs, true);
  }
  for (const { name } of await store.listSteps(id, source)) {
    if (name !== 'pull-requests' && name !== 'settings' && name !== 'verify') continue;
    await writer.saveStep(source, { name, status: 'pending', summary: null, data: null });
  }
  await writer.saveRepository(source, { status: 'pending', failure: null });
}
