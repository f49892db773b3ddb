import { interrupted, MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { createdTargets } from '../../replica/context/expected-targets.ts';
import type { JoinRun } from '../../run/shared/join-run.ts';
import { joinTask } from '../../run/shared/tasks/join-task.ts';
import { readRunOptions, readTaskOptions } from '../../run/shared/tasks/run-options.ts';
import { joinSecretJournal } from '../state/open-journal.ts';
import { scaffoldRepository, stopWhenAllAreRefused } from './scaffold.ts';
import { repositorySchema, scaffoldOptions } from './scaffold-run.ts';
import type { ScopeReport } from './scope-report.ts';
import { lazySeal } from './seal.ts';

/** Creates secrets of repositories for a process that scaffolds those of a manifest. */
export async function joinScaffold(job: JoinRun): Promise<MigratorError | null> {
  const { services, migration, run } = job;
  const { target, clock } = services;
  const { host, owner, lease } = readRunOptions(scaffoldOptions, { migration: migration.id, run });
  const notes = services.store.secretNotes;
  if (notes === null) throw new TypeError('nobody joins without a database');
  if (target.hostname !== host) throw otherHost(target.hostname, host);
  await services.readLicense();
  const signal = AbortSignal.any([job.signal, job.drain]);
  const account = await target.verifyCredentials({ signal });
  await target.findOwner({ name: owner, account, signal });
  const created = createdTargets(services.store);
  const progress = { refusals: 0 };
  const shared = { target: target.secrets, seal: lazySeal(), clock, onCreated() {} };
  return joinTask(job, {
    concurrency: Math.min(
      job.askedWorkers ?? target.limits.concurrentWrites,
      target.limits.concurrentWrites,
    ),
    async work({ source, taskOptions, failing, drain }): Promise<readonly ScopeReport[]> {
      if (drain.aborted) throw interrupted();
      const repository = readTaskOptions(repositorySchema, { source, taskOptions });
      const name = repository.target;
      const journal = await joinSecretJournal({ notes, host, owner, lease, name, clock });
      const tools = { ...shared, mode: 'create', journal, signal: failing, drain } as const;
      const done = await scaffoldRepository({ owner, host: target, created }, tools, repository);
      stopWhenAllAreRefused(progress, done);
      return done;
    },
  });
}

function otherHost(own: string, wanted: string): MigratorError {
  return new MigratorError(
    'configuration',
    `This worker writes to ${own}, not to ${safe(wanted)}`,
    {
      hint: "Set the worker's target to the command's target, or stop the worker.",
    },
  );
}
