import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import type { Command } from '../command.ts';
import type { CommandProgram } from '../command-program.ts';
import { completionScript, shells } from './output.ts';

/** `migrator completion`: prints the script of a shell. */
export function printCompletion(options: {
  operand: string | null;
  json: boolean;
  program: CommandProgram;
  commands: readonly Command[];
}): ExitCode {
  const { operand, json, program, commands } = options;
  const shell = shells.find((known) => known === operand);
  if (shell === undefined) {
    throw new MigratorError('usage', 'completion needs a shell: bash, zsh or fish', {
      hint: 'For example: migrator completion bash',
    });
  }
  const script = completionScript(shell, commands);
  program.stdout.write(json ? jsonLine({ type: 'completion', shell, script }) : script);
  return exitCodes.done;
}
