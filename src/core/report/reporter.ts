import { jsonLine } from '../kernel/format/json.ts';
import type { Program } from '../kernel/program.ts';
import type { TimedEvent } from '../ports/events.ts';
import { withIsoTimes } from './iso-times.ts';
import { linesOf, type Verbosity } from './lines.ts';

export interface OutputOptions {
  readonly mode: 'lines' | 'json';
  readonly color: boolean;
  readonly verbosity: Verbosity;
}

/** How a command shows its events, by its flags and by where it runs. */
export function outputOptions(
  flags: { json: boolean; plain: boolean; color: boolean; verbose?: number },
  program: Pick<Program, 'stderr' | 'environment'>,
): OutputOptions {
  const isPlain = flags.plain || !flags.color || Boolean(program.environment.NO_COLOR);
  return {
    mode: flags.json ? 'json' : 'lines',
    color: program.stderr.isTerminal && !isPlain,
    verbosity: Math.min(flags.verbose ?? 0, 3) as Verbosity,
  };
}

/** Shows events: as lines on standard error, or as one JSON object a line on standard output. */
export function reporter(output: OutputOptions, program: Program): (event: TimedEvent) => void {
  if (output.mode === 'json') {
    return (event) => {
      // The log is for the log file, unless it was asked for.
      if (event.type === 'log' && output.verbosity < 2) return;
      program.stdout.write(jsonLine(withIsoTimes(event)));
    };
  }
  return (event) => {
    for (const line of linesOf(event, output)) program.stderr.write(`${line}\n`);
  };
}
