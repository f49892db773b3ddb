import { count } from '../kernel/format/format.ts';
import { jsonLine } from '../kernel/format/json.ts';
import type { Program } from '../kernel/program.ts';
import type { EventOf, TimedEvent } from '../ports/records/events.ts';
import { type LinesOptions, linesOf } from './lines.ts';

/** `auto`: as the terminal's background is. */
export type Theme = 'auto' | 'dark' | 'light';

export interface OutputOptions extends LinesOptions {
  readonly mode: 'lines' | 'json';
  readonly theme: Theme;
}

/**
 * Shows events: as lines on standard error, or as one JSON object a line on standard output.
 * @param options.listsSyncs the command's result lists what a sync changed, so that without -v a line now and then counts them
 * @param options.saysPhases the command says which phase it is in: without -v, a run inside a phase does not say how it begins
 */
export function reporter(
  output: OutputOptions,
  program: Program,
  {
    listsSyncs = false,
    saysPhases = false,
  }: {
    readonly listsSyncs?: boolean | undefined;
    readonly saysPhases?: boolean | undefined;
  } = {},
): (event: TimedEvent) => void {
  if (output.mode === 'json') {
    return (event) => {
      // The log is for the log file, unless it was asked for.
      if (event.type === 'log' && output.verbosity < 2) return;
      program.stdout.write(jsonLine(withIsoTimes(event)));
    };
  }
  const isNewWait = newWaits();
  const countSynced = syncCounter();
  const brief = (event: TimedEvent) => {
    if (event.type === 'waiting' && !isNewWait(event)) return [];
    const counted = listsSyncs ? countSynced(event) : null;
    if (counted !== null) return counted;
    return saysPhases && beginnings.includes(event.type) ? [] : linesOf(event, output);
  };
  return (event) => {
    const lines = output.verbosity === 0 ? brief(event) : linesOf(event, output);
    for (const line of lines) program.stderr.write(`${line}\n`);
  };
}

/** Events of a run that has not begun its work. */
const beginnings: readonly TimedEvent['type'][] = [
  'preflight-started',
  'preflight-finished',
  'run-started',
];

const shortestWait = 1000;
/** Shorter ones for the same reason are told once in a while: they follow from one cause. */
const longWait = 10_000;
const repeatEvery = 5 * 60_000;

/** Tells which waits people should read about: not those of moments, and none again while another waits as long for the same. */
function newWaits(): (wait: EventOf<'waiting'>) => boolean {
  const known = new Map<string, { readonly at: number; readonly until: number }>();
  return ({ host, reason, until, at }) => {
    const key = `${host} ${reason}`;
    const last = known.get(key);
    const isLater = last === undefined || until >= last.until + shortestWait;
    const isApart = last === undefined || until - at >= longWait || at >= last.at + repeatEvery;
    const isNews = until - at >= shortestWait && isLater && isApart;
    if (isNews) known.set(key, { at, until });
    return isNews;
  };
}

const sayEvery = 30_000;

/** Counts synced repositories, in one line every half minute; `null` for any other event. */
function syncCounter(): (event: TimedEvent) => readonly string[] | null {
  let synced = 0;
  let total = 0;
  let saidAt = Number.POSITIVE_INFINITY;
  return (event) => {
    if (event.type === 'run-started') {
      [synced, total, saidAt] = [0, event.repositories.length, event.at];
    }
    if (event.type !== 'repository-finished' || event.sync === undefined) return null;
    synced += 1;
    if (event.at - saidAt < sayEvery || synced === total) return [];
    saidAt = event.at;
    return [
      `synced   ${synced.toLocaleString('en-US')} of ${count(total, 'repository', 'repositories')}`,
    ];
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
