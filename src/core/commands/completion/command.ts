import { type Command, defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

/** @param commands all commands of the program */
export function completionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a completion script for your shell',
    description: [
      'For example: migrator completion bash > ~/.local/share/bash-completion/completions/migrator',
    ],
    operand: { name: 'shell', choices: ['bash', 'zsh', 'fish'] },
    flags: commonFlags,
    examples: ['migrator completion zsh > ~/.zfunc/_migrator'],
    run: async ({ flags, operand, program }) =>
      (await import('./handler.ts')).printCompletion({
        operand,
        flags,
        program,
        commands: commands(),
      }),
  });
}
