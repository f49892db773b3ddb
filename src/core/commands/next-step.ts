import { writeLines } from '../kernel/fold-lines.ts';
import { shellCommand, shellValue } from '../kernel/format/shell-quote.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { TargetsReached } from '../verbs/cutover/targets-reached.ts';
import type { CommandProgram } from './command-program.ts';

/** Flags of a command that decide how the next one is named. */
interface NextFlags {
  readonly json?: boolean | undefined;
  readonly config?: string | undefined;
}

/** Says for people which command usually comes next; scripts that read JSON know. @param command as a shell takes it */
export function sayNext(
  program: CommandProgram,
  flags: NextFlags,
  command: string,
  label: 'Next' | 'Then' = 'Next',
): void {
  if (flags.json === true) return;
  writeLines(program.stderr, withSameConfig([`${label}: ${command}`], flags.config));
}

/**
 * Names the command that migrates again after a rollback. A pattern for all would also start repositories that were skipped:
 * with such, people name each. Pure.
 */
export function againCommand(
  migration: string,
  { repositories, rolledBack }: Pick<TargetsReached, 'repositories' | 'rolledBack'>,
): string {
  const which = rolledBack === repositories ? '*' : 'NAME';
  return shellCommand(['migrator', 'migrate', '--resume', migration, '--reset-repo', which]);
}

/** Names the configuration file of this command in each line that ends with a command of migrator. Pure. */
export function withSameConfig(
  lines: readonly string[],
  config: string | undefined,
): readonly string[] {
  if (config === undefined) return lines;
  const flag = ` --config ${safe(shellValue(config))}`;
  return lines.map((line) =>
    /(?:^|: +)migrator [a-z].*[^.]$/.test(line) && !line.includes(' --config ')
      ? `${line}${flag}`
      : line,
  );
}
