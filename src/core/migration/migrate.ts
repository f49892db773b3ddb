import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import type { PlannedRepository } from '../plan/plan-schema.ts';
import type { Migration } from '../ports/records/migration.ts';
import type { SourceRepository } from '../ports/records/repository.ts';
import { applyChoice, hasOtherMap, type Resumed } from './choices/apply-choice.ts';
import { type Chosen, chooseSettings } from './choices/choose-settings.ts';
import {
  findNamesToRewrite,
  namesOfFoundText,
  noNamesToRewrite,
} from './choices/names-to-rewrite.ts';
import { beginLearned } from './control/begin-learned.ts';
import { type LeaseHandle, withLease } from './control/keep-lease.ts';
import { recordEvents } from './control/record-events.ts';
import { type ClaimedWorkers, withWorkers } from './control/with-workers.ts';
import { dryRun } from './dry-run/dry-run.ts';
import { newMigrationId, planDigest } from './identity.ts';
import { findUnfinished } from './list-unfinished.ts';
import type { Migrate, MigrateOutcome } from './migrate-request.ts';
import type { MigrationContext } from './migration-context.ts';
import { requireMarkerKey } from './preflight/check-marker-key.ts';
import { type Checked, check, findPending, inWave } from './preflight/preflight-checks.ts';
import { expectWork } from './run/expect-work.ts';
import { countAll, endedEarlier, hasEnded, statusOf } from './run/run-outcome.ts';
import { organizationOfRun } from './settings/organization/organization-of-run.ts';
import { teamTexts } from './settings/organization/organization-records.ts';
import {
  migrating,
  organizationWriterOf,
  type RunToShare,
  runAloneOrTogether,
  runToShare,
} from './shared/alone-or-together.ts';
import { keepOthersBack } from './shared/others/keep-others-back.ts';
import { digestOf } from './shared/run-record.ts';
import { resumeSkipped, whySkipped } from './skipped-targets.ts';
import { withAddedRepositories } from './stored-plan.ts';

/**
 * Checks everything, then migrates the plan's repositories; a migration of the same plan that is not finished
 * continues where it was.
 * @throws MigratorError of code `state` if another process runs it or its key is gone, `usage` for what cannot be changed any more
 */
export async function migrate(given: Migrate): Promise<MigrateOutcome> {
  const { store } = given.services;
  const known = given.resume ?? (await findUnfinished(store, planDigest(given.plan)));
  const run = known === null ? given : await resumeSkipped(withAdded(given, known), known);
  const chosen = await chooseSettings({ ...run, store }, known);
  if (known === null) {
    if (run.dryRun) return dryRun(run, { known, chosen, names: noNamesToRewrite });
    return begin(run, chosen);
  }
  const isOtherMap = hasOtherMap(known, chosen);
  const names = isOtherMap ? await findNamesToRewrite(store, known) : noNamesToRewrite;
  const isComplete = known.status === 'completed' && run.reset.size === 0;
  if (isComplete && names.repositories.size === 0) {
    return { kind: 'nothing-to-do', migration: known, isOtherMap };
  }
  await requireMarkerKey(run.services, known);
  const resumed: Resumed = { known, chosen, names };
  return run.dryRun ? dryRun(run, resumed) : resume(run, resumed);
}

function withAdded(given: Migrate, known: Migration): Migrate {
  const { plan, text } = withAddedRepositories({ plan: given.plan, text: given.planText }, known);
  return { ...given, plan, planText: text };
}

async function begin(run: Migrate, choice: Chosen): Promise<MigrateOutcome> {
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
  });
  if (result.problems.length > 0) return { kind: 'refused', problems: result.problems };
  await run.confirmReplacing([...result.replaced.values()]);
  const began = { adopts_found: run.adoptsFound, license_tier: result.terms?.tier ?? null };
  const chosen = { ...choice, settings: { ...choice.settings, ...began } };
  const now = clock.now();
  const migration: Migration = {
    id: newMigrationId(now, random),
    planDigest: planDigest(run.plan),
    planText: run.planText,
    source: run.plan.source,
    target: run.plan.target,
    settings: JSON.stringify(chosen.settings),
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  };
  const asked = { run, migration, result, repositories, chosen, since: now };
  const job = { ...asked, isResumed: false };
  return licensed(job, async (claimed) => {
    await store.createMigration(migration, run.plan.repositories);
    if (run.adoptsFound && chosen.users !== null) {
      const message = namesOfFoundText(migration.id);
      run.events.emit({ type: 'preflight-note', message });
    }
    const use = (held: LeaseHandle) => work({ ...job, held, claimed });
    return withLease(run.services, migration.id, use, 'migrate');
  });
}

/** Claims the run's workers, for as long as it works. */
async function licensed(
  { run, result, repositories }: Pick<Work, 'run' | 'result' | 'repositories'>,
  use: (claimed: ClaimedWorkers) => Promise<MigrateOutcome>,
): Promise<MigrateOutcome> {
  const { terms } = result;
  if (terms === null) throw new TypeError('preflight did not settle the license');
  const { services, options, askedWorkers: asked } = run;
  const many = { workers: options.workers, repositories: repositories.length };
  const outcome = await withWorkers({ services, terms, asked, ...many }, use);
  return outcome instanceof MigratorError ? { kind: 'refused', problems: [outcome] } : outcome;
}

async function resume(run: Migrate, resumed: Resumed): Promise<MigrateOutcome> {
  const { known: migration, chosen, names } = resumed;
  // The lease first of all: while another process runs it there is nothing to check.
  const isAlone = run.reset.size + names.repositories.size > 0;
  return withLease(
    run.services,
    migration.id,
    async (held) => {
      const since = run.services.clock.now();
      const others = await keepOthersBack(held.writer);
      const pending = await findPending(run, migration, names);
      const adoptsFound = chosen.settings.adopts_found;
      const begun = new Set([...pending.begun, ...others.working]);
      // Others may make pull requests meanwhile, which would look like somebody else's.
      const newestMade = others.isShared ? new Map<string, number>() : pending.newestMade;
      const asWorkedOn = { ...pending, begun, newestMade };
      const result = await check(run, migration, { ...asWorkedOn, ...chosen, adoptsFound });
      if (result.problems.length > 0) {
        await others.goOn();
        return { kind: 'refused', problems: result.problems };
      }
      await run.confirmReplacing([...result.replaced.values()]);
      const { repositories } = pending;
      const asked = { run, migration, held, result, repositories, chosen, since };
      const job = { ...asked, isResumed: true };
      return licensed(job, async (claimed) => {
        await applyChoice({ run, known: migration, chosen, names, writer: held.writer });
        return work({ ...job, claimed });
      });
    },
    isAlone ? undefined : 'migrate',
  );
}

interface Work {
  run: Migrate;
  migration: Migration;
  held: LeaseHandle;
  claimed: ClaimedWorkers;
  result: Checked;
  repositories: readonly PlannedRepository[];
  chosen: Chosen;
  /** Milliseconds since 1970: what other processes have ended since is of this run. */
  since: number;
  isResumed: boolean;
}

async function work(job: Work): Promise<MigrateOutcome> {
  const { run, migration, repositories } = job;
  const { writer, lost } = job.held;
  const { account, owner, sources, existing, replaced } = job.result;
  if (account === null || owner === null)
    throw new TypeError('preflight did not settle the target');
  const { services, events } = run;
  const options = { ...run.options, workers: job.claimed.workers };
  const startedAt = services.clock.now();
  const workFolder = join(services.workFolder, migration.id);
  const earlier = job.isResumed ? await endedEarlier(services.store, job) : [];
  const expected = await expectWork({ ...job, sources });
  const recorder = recordEvents({ writer: () => writer, events });
  const read = [run.planText, JSON.stringify(job.chosen.settings)];
  const record = { options, replaced: [...replaced], read: digestOf(read) };
  const joined = (await services.sharing?.runs.findRun(migration.id)) ?? null;
  const shared = runToShare(services, 'migrate', record, joined);
  const signal = AbortSignal.any([run.signal, lost, job.claimed.lost]);
  try {
    makeFolder(workFolder);
    await writer.setStatus('running');
    events.emit({
      type: 'run-started',
      migration: migration.id,
      source: migration.source,
      target: migration.target,
      repositories: expected,
      workers: Math.min(options.workers, repositories.length),
      resumed: job.isResumed,
      ...(earlier.length > 0 && { earlier }),
    });
    const context = await contextOf(job, { account, owner, options, shared, signal });
    const skipped = new Map(
      [...existing].map(([source, there]) => {
        return [source, { reason: whySkipped(there), webUrl: there.webUrl }] as const;
      }),
    );
    const told = { since: job.since, isOwn: recorder.isOwn };
    const { stoppedBy, isContinued } = await runAloneOrTogether(shared, {
      ...{ context, repositories, skipped, signal, drain: run.drain, writer, events },
      ...{ ...told, ...migrating({ ...told, context, findSource: sourceFinder(sources) }) },
    });
    const counts = await countAll(services.store, migration.id);
    const status = statusOf(stoppedBy, counts);
    const isWhole = await hasEnded(services.store, migration.id);
    if (isContinued !== true) await writer.setStatus(isWhole ? status : 'paused');
    // Its mirrors are gone already, each with its repository, but for those of a plan that follows its source.
    if (isWhole && status === 'completed' && !context.settings.follow)
      await rm(workFolder, { recursive: true, force: true });
    const milliseconds = services.clock.now() - startedAt;
    const ended = { type: 'run-finished', migration: migration.id, status, counts } as const;
    if (isContinued === true) events.show({ ...ended, milliseconds, at: services.clock.now() });
    else events.emit({ ...ended, milliseconds });
    const finished = { kind: 'finished', migration: migration.id, counts, stoppedBy } as const;
    return { ...finished, ...(isContinued === true && { isContinued }) };
  } finally {
    await recorder.stop();
  }
}

async function contextOf(
  job: Work,
  given: Pick<MigrationContext, 'account' | 'owner' | 'options'> & {
    readonly shared: RunToShare | null;
    readonly signal: AbortSignal;
  },
): Promise<MigrationContext> {
  const { run, migration, chosen } = job;
  const { services, plan } = run;
  const { writer } = job.held;
  const { account, owner, options, shared, signal } = given;
  return {
    ...services,
    ...{ migration: migration.id, plan, options, account, owner, writer },
    replaced: job.result.replaced,
    ...chosen,
    markerKey: await services.loadMarkerKey(),
    organization: organizationOfRun({
      ...{ services, migration, plan, account, owner, signal, drain: run.drain },
      invite: chosen.settings.invite,
      withWriter: organizationWriterOf(shared, { services, migration, writer, signal }),
      onPrepared(state) {
        for (const message of teamTexts(state))
          run.events.emit({ type: 'preflight-note', message });
      },
    }),
    ...(await beginLearned(services, account)),
  };
}

/** Of those that preflight has found. */
function sourceFinder(sources: ReadonlyMap<string, SourceRepository>) {
  return async (slug: string): Promise<SourceRepository> => {
    const found = sources.get(slug);
    if (found === undefined) throw new TypeError(`preflight did not settle ${slug}`);
    return found;
  };
}
