import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { openScaffold, type ScaffoldFlags } from '../../secrets/scaffold/open-scaffold.ts';
import {
  type ChecklistFlags,
  checkChecklist,
  reportScaffold,
} from '../../secrets/scaffold/report-scaffold.ts';
import { scaffold } from '../../secrets/scaffold/scaffold.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

type Flags = AppFlags & ScaffoldFlags & ChecklistFlags;

/** `migrator secrets status`: which secrets are filled in. Writes nothing on the target. */
export async function runSecretsStatus(options: {
  flags: Flags;
  program: CommandProgram;
}): Promise<ExitCode> {
  const { flags, program } = options;
  await checkChecklist(flags, program);
  await using app = await program.openApp({ program, flags, resultOnly: true });
  await using work = await openScaffold({
    app,
    flags,
    program,
    naming: program.naming,
    mode: 'check',
  });
  const places = await scaffold(work);
  await reportScaffold({ ...options, app, scaffold: work, type: 'secrets-status', places });
  const isWhole = places.every(({ failure }) => failure === null);
  return isWhole && work.targeted.missed.length === 0 ? exitCodes.done : exitCodes.someFailed;
}
