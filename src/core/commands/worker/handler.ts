import { randomUUID } from 'node:crypto';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { createRunModel } from '../../report/run/run-model.ts';
import { joinMigrate } from '../../run/shared/join-repositories.ts';
import { workOnRuns } from '../../run/shared/work-on-runs.ts';
import { joinScaffold } from '../../secrets/scaffold/join-scaffold.ts';
import { stateFolder } from '../../state/state-folder.ts';
import { joinSettings } from '../../verbs/settings/join-settings.ts';
import { leadRepeatedSync } from '../../verbs/sync/every/lead-repeated-sync.ts';
import { joinSync } from '../../verbs/sync/shared/join-sync.ts';
import { joinVerification } from '../../verbs/verify/join-verification.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { livingWorkers, showLife } from './sign-of-life.ts';

type WorkerFlags = AppFlags & {
  readonly migration: string | undefined;
  readonly max: number | undefined;
  readonly only: readonly string[];
  readonly health: boolean;
};

/** `migrator worker`: joins runs of other machines until a signal ends it. */
export async function runWorker({ flags, program }: HandlerInput<WorkerFlags>): Promise<ExitCode> {
  if (flags.health) return reportHealth(program);
  const waves = wavesOf(flags);
  const model = createRunModel();
  // A worker leads only syncs that are repeated.
  const watched = { onEvent: model.accept, watchedRun: model.state, endsQuietly: true };
  await using app = await program.openApp({ program, flags, ...watched });
  const services = await app.migrationServices();
  const { sharing } = services;
  if (sharing === null) {
    throw new MigratorError('configuration', 'A worker needs the state in a database', {
      hint: 'Set MIGRATOR_DATABASE_URL to the database that the migration uses.',
    });
  }
  services.runController.attend(false);
  await using _life = await showLife(stateFolder(program), program.pid);
  await services.store.checkWritable();
  app.say(`Worker ${program.pid} is waiting for migrations. Press Ctrl+C to stop it.`);
  const leave = () => app.say('Stopping after the current steps. Press Ctrl+C again to stop now.');
  program.drain.addEventListener('abort', leave, { once: true });
  try {
    await workOnRuns({
      ...{ services, sharing, events: app.events, say: app.say, waves },
      joins: {
        migrate: joinMigrate,
        settings: joinSettings,
        secrets: joinScaffold,
        sync: joinSync,
        verify: (run) => joinVerification({ ...run, requests: app.requests }),
      },
      lead: (due) =>
        leadRepeatedSync(
          {
            ...{ services, events: app.events, say: app.say, budgets: app.budgets },
            resolveNames: program.naming.resolveRepositoryNames,
            ...{ signal: program.stop, drain: program.drain },
          },
          due,
        ),
      worker: randomUUID(),
      migration: flags.migration ?? null,
      askedWorkers: flags.max,
      ...{ signal: program.stop, drain: program.drain },
    });
  } finally {
    program.drain.removeEventListener('abort', leave);
  }
  // A worker that leaves on request has done its work.
  return exitCodes.done;
}

/** @throws `usage` for what is no number of a wave */
function wavesOf({ only }: WorkerFlags): readonly string[] | null {
  for (const wave of only) {
    if (/^[1-9]\d*$/.test(wave)) continue;
    throw new MigratorError('usage', `--only takes a wave number, not "${wave}"`, {
      hint: 'Waves are numbers in the plan: "wave": 1',
    });
  }
  return only.length === 0 ? null : only;
}

async function reportHealth(program: CommandProgram): Promise<ExitCode> {
  const living = await livingWorkers(stateFolder(program), program.isProcessAlive);
  const which = living.length === 0 ? 'No worker is running here' : `Running: ${living.join(', ')}`;
  program.stdout.write(`${which}\n`);
  return living.length > 0 ? exitCodes.done : exitCodes.unexpected;
}
