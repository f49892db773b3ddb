import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { Command } from '../command.ts';
import type { CommandProgram } from '../command-program.ts';
import { migrationCandidates, repositoryCandidates } from './migration-candidates.ts';
import { completionScript, shells } from './output.ts';

/** `migrator completion`: prints the script of a shell, or what such a script asks for. */
export async function printCompletion(options: {
  operand: string | null;
  flags: { readonly json: boolean; readonly config: string | undefined };
  program: CommandProgram;
  commands: readonly Command[];
}): Promise<ExitCode> {
  const { operand, flags, program, commands } = options;
  if (operand === 'migrations' || operand === 'repositories') {
    const store = await program.openStore({ program, config: flags.config });
    try {
      const migrations = await store.listMigrations();
      const lines =
        operand === 'migrations'
          ? migrationCandidates(migrations)
          : repositoryCandidates(
              await Promise.all(migrations.map(({ id }) => store.listRepositories(id))),
            );
      for (const line of lines) program.stdout.write(`${line}\n`);
    } finally {
      await store.close();
    }
    return exitCodes.done;
  }
  const shell = shells.find((known) => known === operand);
  if (shell === undefined) {
    throw new MigratorError('usage', 'completion needs a shell: bash, zsh or fish', {
      hint: 'For example: migrator completion bash',
    });
  }
  const script = completionScript(shell, commands);
  program.stdout.write(flags.json ? jsonLine({ type: 'completion', shell, script }) : script);
  return exitCodes.done;
}
