import { type AppFlags, createApp } from '../../app/create-app.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import type { Program } from '../../kernel/program.ts';
import { openScaffold, type ScaffoldFlags } from '../../secrets/scaffold/open-scaffold.ts';
import {
  type ChecklistFlags,
  checkChecklist,
  reportScaffold,
} from '../../secrets/scaffold/report-scaffold.ts';
import { scaffold } from '../../secrets/scaffold/scaffold.ts';

type Flags = AppFlags & ScaffoldFlags & ChecklistFlags;

/** `migrator secrets status`: which secrets are filled in. Writes nothing on the target. */
export async function runSecretsStatus(options: {
  flags: Flags;
  program: Program;
}): Promise<ExitCode> {
  const { flags, program } = options;
  await checkChecklist(flags, program);
  await using app = await createApp({ program, flags, resultOnly: true });
  await using work = await openScaffold({ app, flags, program, mode: 'look' });
  const places = await scaffold(work);
  await reportScaffold({ ...options, app, scaffold: work, type: 'secrets-status', places });
  const isWhole = places.every(({ failure }) => failure === null);
  return isWhole && work.targeted.missed.length === 0 ? exitCodes.done : exitCodes.someFailed;
}
