import type { Migration } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { Migrate } from '../migrate-request.ts';
import { storedSettings } from '../stored-plan.ts';
import type { Chosen } from './choose-settings.ts';
import { type NamesToRewrite, namesCostText } from './names-to-rewrite.ts';
import { reopenForNames } from './reopen-for-names.ts';

/** A migration that was begun before, with what is chosen for it now. */
export interface Resumed {
  readonly known: Migration;
  readonly chosen: Chosen;
  readonly names: NamesToRewrite;
}

export function hasOtherMap(known: Migration, { settings }: Chosen): boolean {
  return settings.user_map_version !== storedSettings(known).user_map_version;
}

/** Makes the state say what this run is asked for: what is begun anew, looked through once more, and chosen from now on. */
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
