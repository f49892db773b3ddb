import { jsonLine } from '../kernel/format/json.ts';
import type { Program } from '../kernel/program.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import { type LinesOptions, linesOf } from './lines.ts';

/** `auto`: as the terminal's background is. */
export type Theme = 'auto' | 'dark' | 'light';

export interface OutputOptions extends LinesOptions {
  readonly mode: 'lines' | 'json';
  readonly theme: Theme;
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

/** Beyond it there are no dates: a host may name any number of seconds. */
const endOfTime = 8.64e15;

/** An event as programs read it: its moments are written as they are everywhere else. Pure. */
export function withIsoTimes({ at, ...event }: TimedEvent): object {
  const until =
    'until' in event ? { until: new Date(Math.min(event.until, endOfTime)).toISOString() } : {};
  return { ...event, ...until, at: new Date(at).toISOString() };
}
