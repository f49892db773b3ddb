import { remembered } from '../../kernel/async/remembered.ts';
import { interrupted } from '../../kernel/errors.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type {
  ApplyMigration,
  RepositorySettingsResult,
} from '../../replica/apply/settings/apply-request.ts';
import { applyToRepository } from '../../replica/apply/settings/apply-to-repository.ts';
import { organizationOfRun } from '../../replica/apply/settings/organization/organization-of-run.ts';
import { prepareOrganization } from '../../replica/apply/settings/organization/prepare-organization.ts';
import { settingsResult } from '../../replica/apply/settings/settings-result.ts';
import { storedOptions } from '../../replica/context/stored-plan.ts';
import { wasMigrated } from '../../replica/context/was-migrated.ts';
import { withLease } from '../../run/control/keep-lease.ts';
import { newRun } from '../../run/shared/lead-run.ts';
import { workOnEachShared } from '../../run/shared/tasks/work-on-each-shared.ts';
import type { OrganizationState } from '../../settings/applying/apply-context.ts';
import type { SettingOutcome } from '../../settings/applying/setting-outcome.ts';
import { findSharedKeys } from '../../settings/compare/shared-keys.ts';
import { refuseSharedKeys } from './refuse-shared-keys.ts';

export interface SettingsResult {
  readonly teams: readonly SettingOutcome[];
  readonly repositories: readonly RepositorySettingsResult[];
}

/** Repositories at a time; the host's rate limit decides. */
export const concurrency = 4;

/**
 * Applies the settings of a plan to what a migration has created, completes them, or switches them on. A second run finds
 * all of it and writes nothing. What is written is shared with all processes that join.
 * @throws `state` while another process runs the migration
 */
export async function applyMigration(run: ApplyMigration): Promise<SettingsResult> {
  const { services, migration, dryRun } = run;
  if (dryRun) {
    // Which of them GitHub will refuse is known once all are read.
    const later = new Set(findSharedKeys(run.plan).flatMap((key) => key.repositories));
    const found = await applyWith(
      {
        ...run,
        onRepository: (one) => {
          if (!later.has(one.source)) run.onRepository(one);
        },
      },
      { writer: null, signal: run.signal },
    );
    const repositories = refuseSharedKeys(run.plan, found.repositories);
    for (const one of repositories) if (later.has(one.source)) run.onRepository(one);
    return { ...found, repositories };
  }
  return withLease(services, migration.id, async ({ writer, lost }) => {
    await keepChoice(run, writer);
    return applyWith(run, { writer, signal: AbortSignal.any([run.signal, lost]) });
  });
}

/** For later runs, and for verify. */
async function keepChoice(run: ApplyMigration, writer: MigrationWriter): Promise<void> {
  const { migration, choice, planText } = run;
  const kept = storedOptions(migration);
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
  const { store, target, clock, sharing } = services;
  run.onProgress?.({ type: 'begun', phase: 'read' });
  const account = await target.verifyCredentials({ signal });
  const owner = await target.findOwner({ name: plan.target.organization, account, signal });
  const begunAt = clock.now();
  const stopIfDraining = () => {
    if (drain.aborted) throw interrupted();
  };
  const means = { ...services, stopIfDraining, ...choice, importedFiles: new Map() };
  const organization = organizationOf({ ...run, account, owner, writer, signal });
  const states = new Map(
    (await store.listRepositories(migration.id)).map((state) => [state.source, state]),
  );
  const waves = new Map(plan.repositories.map((one) => [one.source, one.wave]));
  const shared =
    writer === null || sharing === null
      ? null
      : { services, sharing, migration: migration.id, writer, run: newRun('settings', choice) };
  // Before others join: its teams are reported as they were created.
  if (shared !== null && (await needsOrganization(run, states))) await organization();
  reportRead(run, [...states.keys()]);
  const repositories = await workOnEachShared<RepositorySettingsResult>({
    ...{ shared, concurrency, writer, signal },
    repositories: [...states.keys()].map((source) => ({ source, wave: waves.get(source) })),
    async work(task) {
      const state = states.get(task.source);
      if (state === undefined) throw new TypeError('a repository is missing');
      run.onProgress?.({ type: 'entered', phase: 'apply', source: task.source });
      // What another process has begun was sent before it was taken over.
      const enteredAt = shared === null ? begunAt : clock.now();
      return applyToRepository({
        ...{ run, state, owner, organization, writer: task.writer },
        shared: { ...means, signal: task.signal, enteredAt },
      });
    },
    ...{ schema: settingsResult, what: 'what became of the settings' },
    onResult: run.onRepository,
  });
  const named = new Set(plan.repositories.flatMap((one) => (one.settings ? [one.source] : [])));
  const hasAny = repositories.some(
    ({ source, settings }) => named.has(source) && settings.length > 0,
  );
  return { teams: hasAny ? (await organization()).outcomes : [], repositories };
}

function reportRead({ onProgress }: ApplyMigration, left: readonly string[]): void {
  onProgress?.({ type: 'ended', phase: 'read' });
  onProgress?.({ type: 'expected', phase: 'apply', total: left.length, left });
  onProgress?.({ type: 'begun', phase: 'apply' });
}

async function needsOrganization(
  { services: { store }, migration, plan, choice }: ApplyMigration,
  states: ReadonlyMap<string, RepositoryState>,
): Promise<boolean> {
  if (choice.mode === 'none') return false;
  for (const { source, settings } of plan.repositories) {
    const state = states.get(source);
    if (settings === undefined || state === undefined) continue;
    if (await wasMigrated(store, migration.id, state)) return true;
  }
  return false;
}

/** Read, and unless nothing is written completed, once for all repositories. */
function organizationOf(
  run: ApplyMigration & {
    readonly account: Account;
    readonly owner: TargetOwner;
    readonly writer: MigrationWriter | null;
  },
): () => Promise<OrganizationState> {
  const { services, migration, plan, choice, writer, drain, signal } = run;
  const { store, clock } = services;
  if (writer !== null) {
    return organizationOfRun({ ...run, invite: choice.invite, withWriter: (use) => use(writer) });
  }
  const first = plan.repositories[0]?.source ?? '';
  const records = {
    listObjects: (...[kind, prefix]: [Parameters<typeof store.listObjects>[2], string?]) =>
      store.listObjects(migration.id, first, kind, prefix),
  };
  const stopIfDraining = () => {
    if (drain.aborted) throw interrupted();
  };
  return remembered(() =>
    prepareOrganization({
      ...{ ...services, ...run, ...choice, records, writer: null, stopIfDraining },
      ...{ enteredAt: clock.now(), signal, fillsNewTeamsOnly: false },
    }),
  ).get;
}
