import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { openScaffold, type ScaffoldFlags } from '../../secrets/scaffold/open-scaffold.ts';
import type { PlaceReport } from '../../secrets/scaffold/place-report.ts';
import {
  type ChecklistFlags,
  checkChecklist,
  reportScaffold,
} from '../../secrets/scaffold/report-scaffold.ts';
import { scaffold } from '../../secrets/scaffold/scaffold.ts';
import { scaffoldCost } from '../../secrets/scaffold/scaffold-cost.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

type Flags = AppFlags & ScaffoldFlags & ChecklistFlags & { readonly dryRun: boolean };

/** `migrator secrets scaffold`: a placeholder for every secret that is not there, and the list of what to fill in. */
export async function runScaffold(options: {
  flags: Flags;
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = options;
  await checkChecklist(flags, program);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const mode = flags.dryRun ? 'rehearse' : 'make';
  await using work = await openScaffold({ app, flags, program, naming: program.naming, mode });
  const cost = scaffoldCost(work.manifest, work.targeted);
  const isLimited = work.host.limits.pushesPerMinute !== null;
  app.events.emit({ type: 'scaffold-planned', ...cost, isLimited });
  let places: readonly PlaceReport[];
  try {
    places = await scaffold(work);
  } catch (thrown) {
    const error = toMigratorError(thrown);
    throw error.code === 'interrupted' ? interruptedScaffold(error) : error;
  }
  await reportScaffold({
    ...options,
    app,
    scaffold: work,
    type: 'secrets-scaffolded',
    places,
  });
  if (flags.dryRun) app.say('Nothing was written: this was a dry run.');
  const isDone = isWhole(places) && work.targeted.missed.length === 0;
  return isDone ? exitCodes.done : exitCodes.someFailed;
}

function isWhole(places: readonly PlaceReport[]): boolean {
  return places.every(
    ({ failure, secrets }) =>
      failure === null && secrets.every(({ state }) => state !== 'replaced' && state !== 'missing'),
  );
}

function interruptedScaffold(cause: MigratorError): MigratorError {
  return new MigratorError('interrupted', 'Interrupted before all secrets were made', {
    hint: 'Run the same command again: what is there is left as it is, and the rest is made.',
    retry: 'yes',
    cause,
  });
}
