import { remembered } from '../../kernel/async/remembered.ts';
import type { CreatedKind, Migration } from '../../ports/records/migration.ts';
import { prepareOrganization } from '../../replica/apply/settings/organization/prepare-organization.ts';
import type { VerificationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import type { SettingsAudit } from './compare/compare-planned-settings.ts';

/** Returns what planned settings are compared with: the organization is read with the first repository that has any. */
export function settingsAudit(
  options: Pick<
    VerificationServices,
    'target' | 'store' | 'clock' | 'waitingClock' | 'settleMilliseconds' | 'reportWait'
  > & { readonly migration: Migration; readonly signal: AbortSignal },
): SettingsAudit | null {
  const { migration, target, store, clock, signal } = options;
  const plan = storedPlan(migration);
  const isPlanned = plan.repositories.some(
    ({ settings, pipelines }) => settings !== undefined || pipelines !== undefined,
  );
  if (!isPlanned) return null;
  const kept = storedOptions(migration);
  const records = (source: string) => ({
    listObjects: (kind: CreatedKind, prefix?: string) =>
      store.listObjects(migration.id, source, kind, prefix),
  });
  const shared = {
    ...options,
    writer: null,
    isNew: false,
    given: null,
    fillsNewTeamsOnly: false,
    invite: kept.invite,
    enteredAt: clock.now(),
    stopIfDraining: () => signal.throwIfAborted(),
  };
  const organization = remembered(async () => {
    const account = await target.verifyCredentials({ signal });
    const owner = await target.findOwner({ name: plan.target.organization, account, signal });
    return prepareOrganization({
      ...shared,
      ...{ account, owner, records: records(plan.repositories[0]?.source ?? '') },
      plan,
    });
  });
  return {
    ...shared,
    records,
    mode: kept.apply_settings,
    first: plan.repositories[0]?.source ?? '',
    planned: new Map(plan.repositories.map((one) => [one.source, one])),
    follows: kept.follow,
    organization: organization.get,
    request: null,
  };
}
