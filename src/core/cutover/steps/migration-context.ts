import { remembered } from '../../kernel/async/remembered.ts';
import { interrupted } from '../../kernel/errors.ts';
import { beginLearned } from '../../migration/control/begin-learned.ts';
import type { MigrationContext } from '../../migration/migration-context.ts';
import { organizationRecords } from '../../migration/settings/organization/organization-records.ts';
import { prepareOrganization } from '../../migration/settings/organization/prepare-organization.ts';
import type { OrganizationState } from '../../migration/settings/settings-context.ts';
import { storedSettings, storedUserMap } from '../../migration/stored-plan.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { CutoverPlace, CutoverRun } from '../cutover-request.ts';

/** What the steps of a migration share, as the last of them need it: the target no longer waits. */
export async function cutoverContext(
  run: CutoverRun,
  { account, owner }: CutoverPlace,
  { writer, signal }: { readonly writer: MigrationWriter; readonly signal: AbortSignal },
): Promise<MigrationContext> {
  const { services, migration, plan, drain } = run;
  const { store, clock } = services;
  const settings = { ...storedSettings(migration), follow: false };
  const map = settings.user_map;
  const records = organizationRecords({ store, writer, migration, plan });
  const organization = remembered<OrganizationState>(() =>
    prepareOrganization({
      ...services,
      ...{ owner, account, records, signal, invite: settings.invite },
      writer: records,
      plan,
      enteredAt: clock.now(),
      stopIfDraining() {
        if (drain.aborted) throw interrupted();
      },
    }),
  );
  return {
    ...services,
    ...{ migration: migration.id, plan, settings, account, owner, writer },
    options: run.options,
    users: map === null ? null : storedUserMap(migration.id, map),
    replaced: new Map(),
    markerKey: await services.loadMarkerKey(),
    organization: organization.get,
    ...(await beginLearned(services, account)),
  };
}
