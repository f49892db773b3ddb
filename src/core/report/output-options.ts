import type { Program } from '../kernel/program.ts';
import type { Verbosity } from './lines.ts';
import type { OutputOptions, Theme } from './reporter.ts';

/** How a command shows its events, by its flags and by where it runs. */
export function outputOptions(
  flags: {
    json: boolean;
    plain: boolean;
    color: boolean;
    theme?: Theme | undefined;
    verbose?: number;
  },
  program: Pick<Program, 'stderr' | 'environment'>,
): OutputOptions {
  const isPlain = flags.plain || !flags.color || Boolean(program.environment.NO_COLOR);
  return {
    mode: flags.json ? 'json' : 'lines',
    color: program.stderr.isTerminal && !isPlain,
    theme: flags.theme ?? 'auto',
    verbosity: Math.min(flags.verbose ?? 0, 3) as Verbosity,
  };
}
