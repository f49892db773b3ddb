import { MigratorError } from '../../kernel/errors.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { findUnfinished } from '../../replica/apply/guard/list-unfinished.ts';
import { newMigrationId } from '../../replica/context/identity.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { type StoredChoice, storedChoice } from '../../replica/context/stored-plan.ts';
import { type LeaseHandle, withLease } from '../../run/control/keep-lease.ts';
import { type ClaimedWorkers, withWorkers } from '../../run/control/with-workers.ts';
import { applyChoice, type Resumed } from '../../run/preflight/apply-choice.ts';
import type { Migrate, MigrateOutcome, RunRequest } from '../../run/preflight/migrate-request.ts';
import {
  mapOfLostText,
  namesOfFoundText,
  noNamesToRewrite,
} from '../../run/preflight/names-to-rewrite.ts';
import { type Checked, check, findPending, inWave } from '../../run/preflight/preflight-checks.ts';
import { keepOtherProcessesBack } from '../../run/shared/other-processes/keep-other-processes-back.ts';
import { digestFor, prepareRun } from './prepare-run.ts';
import { type MigrationJob, runMigration } from './run-migration.ts';
import { unmappedPeople } from './unmapped-people.ts';

/**
 * Checks everything, then migrates the plan's repositories; a migration of the same plan that is not finished
 * continues where it was.
 * @throws MigratorError of code `state` if another process runs it or its key is gone, `usage` for what cannot be changed any more
 */
export async function migrate(given: Migrate): Promise<MigrateOutcome> {
  const prepared = await prepareRun(given);
  switch (prepared.kind) {
    case 'nothing-to-do':
      return prepared.outcome;
    case 'begin':
      return begin(prepared.run, prepared.chosen);
    case 'resume':
      await confirmUnmapping(given, prepared.resumed);
      return resume(prepared.run, prepared.resumed);
  }
}

/** Continues a migration as it was begun, for a command that has given it something more to do. */
export async function continueMigration(
  run: Omit<RunRequest, 'planText' | 'reset' | 'confirmReplacing'>,
  migration: Migration,
): Promise<MigrateOutcome> {
  await requireMarkerKey(run.services, migration);
  return resume(
    { ...run, planText: migration.planText, reset: new Set() },
    { known: migration, chosen: storedChoice(migration), names: noNamesToRewrite },
  );
}

/** Before anything is checked: texts that are there already would change. */
async function confirmUnmapping(run: Migrate, resumed: Resumed): Promise<void> {
  const unmapped = unmappedPeople(resumed);
  if (unmapped === null) return;
  if (run.confirmUnmapping === undefined) throw new TypeError('this run has no new user map');
  await run.confirmUnmapping(unmapped);
}

/** Asks for consent where the run replaces anything. */
async function confirm(run: RunRequest, { replaced }: Checked): Promise<void> {
  if (replaced.size === 0) return;
  if (run.confirmReplacing === undefined) throw new TypeError('this run replaces nothing');
  await run.confirmReplacing([...replaced.values()]);
}

async function begin(run: Migrate, choice: StoredChoice): Promise<MigrateOutcome> {
  const { store, clock, random } = run.services;
  const repositories = inWave(run, run.plan.repositories);
  const result = await check(run, null, {
    repositories,
    begun: new Set(),
    unfinished: new Set(),
    made: new Map(),
    newestMade: new Map(),
    ...choice,
    adoptsFound: run.adoptsFound,
    needsLicense: true,
  });
  if (result.problems.length > 0) {
    return (await isBegunElsewhere(run))
      ? migrate(run)
      : { kind: 'refused', problems: result.problems };
  }
  if (run.adoptsFound && choice.users === null)
    run.events.emit({ type: 'preflight-note', message: mapOfLostText });
  await confirm(run, result);
  const began = { adopts_found: run.adoptsFound, license_tier: result.terms?.tier ?? null };
  const chosen = { ...choice, kept: { ...choice.kept, ...began } };
  const now = clock.now();
  const migration: Migration = {
    id: newMigrationId(now, random),
    planDigest: digestFor(run.plan, chosen.kept),
    planText: run.planText,
    source: run.plan.source,
    target: run.plan.target,
    settings: JSON.stringify(chosen.kept),
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  };
  const asked = { run, migration, result, repositories, chosen, since: now };
  const job = { ...asked, isResumed: false };
  const outcome = await licensed(job, async (claimed) => {
    await store.createMigration(migration, run.plan.repositories);
    if (run.adoptsFound && chosen.users !== null) {
      const message = namesOfFoundText(migration.id);
      run.events.emit({ type: 'preflight-note', message });
    }
    const use = (lease: LeaseHandle) => runMigration({ ...job, lease, claimed });
    return withLease(run.services, migration.id, use, 'migrate');
  });
  const hasOther = outcome.kind === 'refused' && (await isBegunElsewhere(run, migration.id));
  return hasOther ? migrate(run) : outcome;
}

/**
 * Tells whether another process has begun the same plan while this one was checking: it has the targets and the workers. To resume
 * its migration names that process, or continues what it has left.
 */
async function isBegunElsewhere(
  { plan, services, wanted }: Migrate,
  own?: string,
): Promise<boolean> {
  const newest = await findUnfinished(services.store, digestFor(plan, wanted.defaults));
  return newest !== null && newest.id !== own && newest.status !== 'completed';
}

/** Claims the run's workers, for as long as it works. */
async function licensed(
  { run, result, repositories }: Pick<MigrationJob, 'run' | 'result' | 'repositories'>,
  use: (claimed: ClaimedWorkers) => Promise<MigrateOutcome>,
): Promise<MigrateOutcome> {
  const { terms } = result;
  if (terms === null) throw new TypeError('preflight did not check the license');
  const { services, options, askedWorkers: asked } = run;
  const many = { workers: options.workers, repositories: repositories.length };
  const outcome = await withWorkers({ services, terms, asked, ...many }, use);
  return outcome instanceof MigratorError ? { kind: 'refused', problems: [outcome] } : outcome;
}

async function resume(run: RunRequest, resumed: Resumed): Promise<MigrateOutcome> {
  const { known: migration, chosen, names } = resumed;
  // The lease first of all: while another process runs it there is nothing to check.
  const isAlone = run.reset.size + names.repositories.size > 0;
  return withLease(
    run.services,
    migration.id,
    async (lease) => {
      const since = run.services.clock.now();
      const otherProcesses = await keepOtherProcessesBack(lease.writer);
      const pending = await findPending(run, migration, names);
      const adoptsFound = chosen.kept.adopts_found;
      const begun = new Set([...pending.begun, ...otherProcesses.working]);
      // Others may make pull requests meanwhile, which would look like somebody else's.
      const newestMade = otherProcesses.isShared ? new Map<string, number>() : pending.newestMade;
      const asWorkedOn = { ...pending, begun, newestMade };
      const result = await check(run, migration, {
        ...{ ...asWorkedOn, ...chosen, adoptsFound },
        needsLicense: true,
      });
      if (result.problems.length > 0) {
        await otherProcesses.goOn();
        return { kind: 'refused', problems: result.problems };
      }
      await confirm(run, result);
      const { repositories } = pending;
      const asked = { run, migration, lease, result, repositories, chosen, since };
      const job = { ...asked, isResumed: true };
      return licensed(job, async (claimed) => {
        await applyChoice({ run, known: migration, chosen, names, writer: lease.writer });
        return runMigration({ ...job, claimed });
      });
    },
    isAlone ? undefined : 'migrate',
  );
}
