import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkArchive } from '../../archive/check/check-archive.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { makeRunFolder } from '../../kernel/files/run-folder.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { checkJson, checkLines } from './check-output.ts';

/** `migrator archive check`: what GitHub's importer would make of an archive, as far as that shows offline. */
export async function runArchiveCheck({
  operand,
  flags,
  program,
}: HandlerInput<AppFlags> & { readonly operand: string | null }): Promise<ExitCode> {
  if (operand === null) {
    const hint = 'See migrator archive check --help.';
    throw new MigratorError('usage', 'archive check needs a file', { hint });
  }
  const signal = AbortSignal.any([program.drain, program.stop]);
  const folder = await makeRunFolder(program, 'run', stateFolder(program));
  try {
    await using app = await program.openApp({ program, flags, resultOnly: true });
    const unpacked = join(folder, 'archive');
    await mkdir(unpacked, { mode: 0o700 });
    const git = await app.openGit();
    const summary = await checkArchive({ path: operand, folder: unpacked, git, signal });
    if (flags.json) program.stdout.write(jsonLine(checkJson(operand, summary)));
    else for (const line of checkLines(operand, summary)) program.stdout.write(`${line}\n`);
    return summary.errors > 0 ? exitCodes.someFailed : exitCodes.done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
