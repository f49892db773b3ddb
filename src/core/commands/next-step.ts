import { writeLines } from '../kernel/fold-lines.ts';
import { shellValue } from '../kernel/format/shell-quote.ts';
import { safe } from '../kernel/format/terminal-text.ts';
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
  label: 'Next' | 'Then' | 'Migrate again' = 'Next',
): void {
  if (flags.json === true) return;
  writeLines(program.stderr, withSameConfig([`${label}: ${command}`], flags.config));
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
