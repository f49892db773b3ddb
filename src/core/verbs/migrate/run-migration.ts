import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importsSome } from '../../choices/engine.ts';
import { makeFolder } from '../../kernel/files/make-folder.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { StoredChoice } from '../../replica/context/stored-plan.ts';
import type { LeaseHandle } from '../../run/control/keep-lease.ts';
import { recordEvents } from '../../run/control/record-events.ts';
import type { ClaimedWorkers } from '../../run/control/with-workers.ts';
import type { MigrateOutcome, RunRequest } from '../../run/preflight/migrate-request.ts';
import type { Checked } from '../../run/preflight/preflight-checks.ts';
import { countAll, endedEarlier, hasEnded, statusOf } from '../../run/repositories/run-outcome.ts';
import {
  contextOfRun,
  migrating,
  runAloneOrShared,
  runToShare,
} from '../../run/shared/alone-or-shared.ts';
import { digestOf } from '../../run/shared/run-record.ts';
import { expectWork } from './expect-work.ts';
import { importLanes } from './import-lanes.ts';
import { whySkipped } from './skipped-targets.ts';

/** A migration that has passed its checks, and is claimed. */
export interface MigrationJob {
  run: RunRequest;
  migration: Migration;
  lease: LeaseHandle;
  claimed: ClaimedWorkers;
  result: Checked;
  repositories: readonly PlannedRepository[];
  chosen: StoredChoice;
  /** Milliseconds since 1970: what other processes have ended since is of this run. */
  since: number;
  isResumed: boolean;
}

/** Runs its repositories, alone or with other processes, and records how it ended. */
export async function runMigration(job: MigrationJob): Promise<MigrateOutcome> {
  const { run, migration, repositories } = job;
  const { writer, lost } = job.lease;
  const { account, owner, sources, existing, replaced } = job.result;
  if (account === null || owner === null) throw new TypeError('preflight did not check the target');
  const { services, events } = run;
  const options = { ...run.options, workers: job.claimed.workers };
  const startedAt = services.clock.now();
  const workFolder = join(services.workFolder, migration.id);
  const earlier = job.isResumed ? await endedEarlier(services.store, job) : [];
  const expected = await expectWork({ ...job, sources });
  const recorder = recordEvents({ writer: () => writer, events });
  const read = [run.planText, JSON.stringify(job.chosen.kept)];
  const record = { options, replaced: [...replaced], read: digestOf(read) };
  const joined = (await services.sharing?.runs.findRun(migration.id)) ?? null;
  // Archives are files of this machine: no other one may write some of them.
  const { kept } = job.chosen;
  const isLocal = kept.engine === 'archive' || importsSome(kept, run.plan);
  const shared = isLocal ? null : runToShare(services, 'migrate', record, joined);
  const signal = AbortSignal.any([run.signal, lost, job.claimed.lost]);
  try {
    makeFolder(workFolder);
    await writer.setStatus('running');
    await recordAccepted(job);
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
    const context = await contextOfRun(shared, {
      ...{ ...run, ...job.chosen, migration, options, account, owner, replaced },
      ...{ writer, reportsTeams: true, signal },
      lanes: importLanes({ kept, plan: run.plan, sources, workers: options.workers, workFolder }),
    });
    const skipped = new Map(
      [...existing].map(([source, there]) => {
        return [source, { reason: whySkipped(there), webUrl: there.webUrl }] as const;
      }),
    );
    const origin = { since: job.since, isOwn: recorder.isOwn };
    const { stoppedBy, isContinued } = await runAloneOrShared(shared, {
      ...{ context, repositories, skipped, signal, drain: run.drain, writer, events },
      ...{ ...origin, ...migrating({ ...origin, context, findSource: sourceFinder(sources) }) },
    });
    const counts = await countAll(services.store, migration.id);
    const status = statusOf(stoppedBy, counts);
    const isWhole = await hasEnded(services.store, migration.id);
    if (isContinued !== true) await writer.setStatus(isWhole ? status : 'paused');
    // Its mirrors are gone already, each with its repository, but for those of targets that follow their source.
    if (isWhole && status === 'completed') {
      if (context.kept.follow) await rmdir(workFolder).catch(() => {});
      else await rm(workFolder, { recursive: true, force: true });
    }
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

/** Keeps in the record of writes who has accepted which problem before it. */
async function recordAccepted({ run, migration, lease, result }: MigrationJob): Promise<void> {
  if (result.accepted.length === 0) return;
  const { clock, version } = run.services;
  const at = new Date(clock.now()).toISOString();
  const start = { type: 'audit', format: 1, migration: migration.id, at, version };
  const lines = result.accepted.map((one) => ({ type: 'accepted', at, ...one }));
  await lease.writer.appendAudit(start, lines);
}

/** Of those that preflight has found. */
function sourceFinder(sources: ReadonlyMap<string, SourceRepository>) {
  return async (slug: string): Promise<SourceRepository> => {
    const found = sources.get(slug);
    if (found === undefined) throw new TypeError(`preflight did not check ${slug}`);
    return found;
  };
}
