import { inParallel } from '../../kernel/async/in-parallel.ts';
import { remembered } from '../../kernel/async/remembered.ts';
import { interrupted } from '../../kernel/errors.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { withLease } from '../control/keep-lease.ts';
import { storedSettings } from '../stored-plan.ts';
import type { ApplyMigration, RepositorySettingsResult } from './apply-request.ts';
import { applyToRepository } from './apply-to-repository.ts';
import { organizationRecords } from './organization/organization-records.ts';
import { prepareOrganization } from './organization/prepare-organization.ts';
import type { SettingOutcome } from './setting-outcome.ts';
import type { OrganizationState } from './settings-context.ts';

export interface SettingsResult {
  readonly teams: readonly SettingOutcome[];
  readonly repositories: readonly RepositorySettingsResult[];
}

/** Repositories at a time; the host's rate limit decides. */
const concurrency = 4;

/**
 * Applies the settings of a plan to what a migration has created, completes them, or switches them on. A second run finds
 * all of it and writes nothing.
 * @throws `state` while another process runs the migration
 */
export async function applyMigration(run: ApplyMigration): Promise<SettingsResult> {
  const { services, migration, dryRun } = run;
  if (dryRun) return applyWith(run, { writer: null, signal: run.signal });
  return withLease(services, migration.id, async ({ writer, lost }) => {
    await keepChoice(run, writer);
    return applyWith(run, { writer, signal: AbortSignal.any([run.signal, lost]) });
  });
}

/** For later runs, and for verify. */
async function keepChoice(run: ApplyMigration, writer: MigrationWriter): Promise<void> {
  const { migration, choice, planText } = run;
  const kept = storedSettings(migration);
  const settings = JSON.stringify({
    ...kept,
    apply_settings: choice.mode,
    invite: choice.invite,
  });
  if (settings === JSON.stringify(kept) && planText === migration.planText) return;
  await writer.resetRepositories([], { settings, planText });
}

async function applyWith(
  run: ApplyMigration,
  { writer, signal }: { writer: MigrationWriter | null; signal: AbortSignal },
): Promise<SettingsResult> {
  const { services, migration, plan, choice, drain } = run;
  const { store, target, clock } = services;
  const account = await target.verifyCredentials({ signal });
  const owner = await target.findOwner({ name: plan.target.organization, account, signal });
  const enteredAt = clock.now();
  const stopIfDraining = () => {
    if (drain.aborted) throw interrupted();
  };
  const shared = { ...services, signal, enteredAt, stopIfDraining, ...choice };
  const first = plan.repositories[0]?.source ?? '';
  const organization = remembered<OrganizationState>(async () => {
    const records = {
      listObjects: (...[kind, prefix]: [Parameters<typeof store.listObjects>[2], string?]) =>
        store.listObjects(migration.id, first, kind, prefix),
    };
    return prepareOrganization({
      ...{ ...shared, owner, account, records },
      writer: writer === null ? null : organizationRecords({ store, writer, migration, plan }),
      plan,
    });
  });
  const states = await store.listRepositories(migration.id);
  const repositories = await inParallel(states, { concurrency, signal }, async (state) => {
    const result = await applyToRepository({
      ...{ run, shared, state, writer, owner, organization: organization.get },
    });
    run.onRepository(result);
    return result;
  });
  const hasAny = repositories.some(({ settings }) => settings.length > 0);
  return { teams: hasAny ? (await organization.get()).outcomes : [], repositories };
}
