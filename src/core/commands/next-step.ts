import type { CommandProgram } from './command-program.ts';

/** Says for people which command usually comes next; scripts that read JSON know. @param command as a shell takes it */
export function sayNext(program: CommandProgram, json: boolean, command: string): void {
  if (!json) program.stderr.write(`Next: ${command}\n`);
}
