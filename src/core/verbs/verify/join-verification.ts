import type { MigratorError } from '../../kernel/errors.ts';
import { plannedReads } from '../../plan/read-plan.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { requireMarkerKey } from '../../replica/context/require-marker-key.ts';
import { storedPlan } from '../../replica/context/stored-plan.ts';
import type { JoinRun } from '../../run/shared/join-run.ts';
import { joinTask } from '../../run/shared/tasks/join-task.ts';
import { readRunOptions } from '../../run/shared/tasks/run-options.ts';
import { stateOf } from '../../run/shared/tasks/state-of.ts';
import type { RereadSource } from './reread-source.ts';
import { createUsage } from './usage.ts';
import { type VerificationResult, verificationOptions } from './verification-result.ts';
import { concurrency, createVerifier } from './verifier.ts';

/** Compares repositories for a process that verifies the migration. What it cannot reach it leaves to that one. */
export async function joinVerification(
  job: JoinRun & { readonly requests: () => ReadonlyMap<string, number> },
): Promise<MigratorError | null> {
  const { services, sharing, migration, run } = job;
  const { rereads } = readRunOptions(verificationOptions, { migration: migration.id, run });
  await requireMarkerKey(services, migration);
  const usage = createUsage(job.requests);
  const signal = AbortSignal.any([job.signal, job.drain]);
  await checkTarget(job, signal);
  const compare = createVerifier({
    ...services,
    ...{ migration, usage, judgesHosts: false, signal },
    markerKey: await services.loadMarkerKey(),
    reread: rereads ? await rereadOf(services.source, migration, signal) : null,
  });
  return joinTask(job, {
    concurrency: job.askedWorkers ?? concurrency,
    async work({ source, signal: stop, drain }): Promise<VerificationResult> {
      const state = await stateOf(sharing.runs, { migration: migration.id, source });
      const findings = await compare(state, AbortSignal.any([stop, drain]));
      return { findings, used: usage.take() };
    },
  });
}

/** A token that cannot see the organization would miss everything. */
async function checkTarget({ services, migration }: JoinRun, signal: AbortSignal): Promise<void> {
  const account = await services.target.verifyCredentials({ signal });
  await services.target.findOwner({ name: migration.target.organization, account, signal });
}

/** Verifies the credentials, because Git of a Data Center needs the user of the token. */
export async function rereadOf(
  source: SourceHost,
  migration: Migration,
  signal: AbortSignal,
): Promise<RereadSource> {
  const plan = storedPlan(migration);
  const reads = plannedReads(plan);
  await source.verifyCredentials({ ...reads, signal });
  const planned = new Map(plan.repositories.map((one) => [one.source, one]));
  return { source, workspace: reads.workspace, planned };
}
