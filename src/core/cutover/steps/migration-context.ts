import type { MigrationContext } from '../../migration/context/migration-context.ts';
import { storedSettings, storedUserMap } from '../../migration/context/stored-plan.ts';
import { beginLearned } from '../../migration/control/begin-learned.ts';
import { organizationOfRun } from '../../migration/settings/organization/organization-of-run.ts';
import { teamTexts } from '../../migration/settings/organization/organization-records.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { CutoverPlace, CutoverRun } from '../run/cutover-request.ts';

/** Returns the context that the steps of a migration share, as the last of them need it: the target no longer waits. */
export async function cutoverContext(
  run: CutoverRun,
  { account, owner }: CutoverPlace,
  { writer, signal }: { readonly writer: MigrationWriter; readonly signal: AbortSignal },
): Promise<MigrationContext> {
  const { services, migration, plan, drain } = run;
  const settings = { ...storedSettings(migration), follow: false };
  const map = settings.user_map;
  const { invite } = settings;
  return {
    ...services,
    ...{ migration: migration.id, plan, settings, account, owner, writer },
    options: run.options,
    users: map === null ? null : storedUserMap(migration.id, map),
    replaced: new Map(),
    markerKey: await services.loadMarkerKey(),
    organization: organizationOfRun({
      ...{ services, migration, plan, account, owner, invite, signal, drain },
      withWriter: (use) => use(writer),
      onPrepared(state) {
        for (const message of teamTexts(state)) services.emit({ type: 'preflight-note', message });
      },
    }),
    ...(await beginLearned(services, account)),
  };
}
