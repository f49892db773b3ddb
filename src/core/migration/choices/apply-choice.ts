import type { Migration, MigrationStatus, RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationWriter, Store } from '../../ports/store.ts';
import type { Migrate } from '../migrate-request.ts';
import { readBaseline, withHold } from '../migrated-baseline.ts';
import { storedSettings } from '../stored-plan.ts';
import type { Chosen } from './choose-settings.ts';
import { type NamesToRewrite, namesCostText } from './names-to-rewrite.ts';

/** A migration that was begun before, with what is chosen for it now. */
export interface Resumed {
  readonly known: Migration;
  readonly chosen: Chosen;
  readonly names: NamesToRewrite;
}

export function hasOtherMap(known: Migration, { settings }: Chosen): boolean {
  return settings.user_map_version !== storedSettings(known).user_map_version;
}

/** Makes the state say what this run is asked for: what starts over, looked through once more, and chosen from now on. */
export async function applyChoice(
  options: Resumed & { run: Migrate; writer: MigrationWriter },
): Promise<void> {
  const { run, writer, known, chosen, names } = options;
  const { services, events, reset } = run;
  const repositories = names.repositories.size;
  if (repositories > 0) {
    const message = namesCostText({ ...names, repositories });
    events.emit({ type: 'preflight-note', message });
  }
  await reopenForNames({ store: services.store, writer, migration: known, names, reset });
  const settings = JSON.stringify(chosen.settings);
  const isChanged = settings !== JSON.stringify(storedSettings(known));
  // Last: broken off before, the map is given once more and everything is open.
  if (reset.size > 0 || isChanged) await writer.resetRepositories([...reset], { settings });
}

/**
 * Opens the pull-request step again where pull requests stand. A repository that was complete gets nothing besides that has
 * come to the source since.
 */
async function reopenForNames(options: {
  store: Store;
  writer: MigrationWriter;
  migration: Migration;
  names: NamesToRewrite;
  /** Slugs of those that start over anyway. */
  reset: ReadonlySet<string>;
}): Promise<void> {
  const { store, writer, migration, names, reset } = options;
  const states = await store.listRepositories(migration.id);
  const reopened = states.filter(
    ({ source }) => names.repositories.has(source) && !reset.has(source),
  );
  if (reopened.length === 0) return;
  // First: from here on the migration counts as one that has to go on.
  if (endedStatuses.includes(migration.status)) await writer.setStatus('paused');
  for (const state of reopened) await reopen(options, state);
}

const endedStatuses: readonly MigrationStatus[] = ['completed', 'completed_with_failures'];

async function reopen(
  { store, writer, migration }: { store: Store; writer: MigrationWriter; migration: Migration },
  { source, status }: RepositoryState,
): Promise<void> {
  if (status === 'succeeded') {
    const { refs } = await readBaseline(store, migration.id, source);
    if (refs !== null) await writer.saveObjectData(source, 'refs', 'target', withHold(refs, true));
  }
  const steps = await store.listSteps(migration.id, source);
  for (const { name } of steps) {
    if (name !== 'pull-requests' && name !== 'settings' && name !== 'verify') continue;
    await writer.saveStep(source, { name, status: 'pending', summary: null, data: null });
  }
  await writer.saveRepository(source, { status: 'pending', failure: null });
}
