import { MigratorError } from '../../kernel/errors.ts';
import { exitCodes } from '../../kernel/exit-codes.ts';
import { type Command, defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** @param commands all commands of the program */
export function completionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a completion script for your shell',
    description: [
      'For example: migrator completion bash > ~/.local/share/bash-completion/completions/migrator',
    ],
    operand: { name: 'shell', choices: shells },
    flags: commonFlags,
    examples: ['migrator completion zsh > ~/.zfunc/_migrator'],
    async run({ flags, operand, program }) {
      const shell = shells.find((known) => known === operand);
      if (shell === undefined) {
        throw new MigratorError('usage', 'completion needs a shell: bash, zsh or fish', {
          hint: 'For example: migrator completion bash',
        });
      }
      const { completionScript } = await import('./output.ts');
      const script = completionScript(shell, commands());
      const { jsonLine } = await import('../../kernel/format/json.ts');
      program.stdout.write(flags.json ? jsonLine({ type: 'completion', shell, script }) : script);
      return exitCodes.done;
    },
  });
}
