import { stripVTControlCharacters } from 'node:util';
import type { ComparisonView } from '../../../core/commands/live-view.ts';
import type { TimedEvent } from '../../../core/ports/records/events.ts';
import { linesOf, type Verbosity } from '../../../core/report/lines.ts';
import { initialRunState, type RunState } from '../../../core/report/run/run-state.ts';
import { workDone } from '../../../core/report/run/work-done.ts';
import { initialView, reduceView, type ViewAction, type ViewState } from './dashboard-view.ts';

interface LogEntry {
  /** Unique. */
  readonly number: number;
  /** The source slug; `null` for the whole run. */
  readonly repository: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** A line that stays on the terminal, above the dashboard. */
interface SaidLine extends Pick<LogEntry, 'number'> {
  /** Safe for the terminal; it may be coloured. */
  readonly text: string;
}

/** Everything that the dashboard shows. */
export interface DashboardState {
  readonly run: RunState;
  readonly log: readonly LogEntry[];
  readonly said: readonly SaidLine[];
  /** The comparison after the run, while it takes place. */
  readonly comparison: ComparisonView | null;
  readonly view: ViewState;
  /** Milliseconds since 1970: everything that moves is a function of it. */
  readonly now: number;
  /** The run ends after the current steps. */
  readonly isEnding: boolean;
  /** A process coordinates the run. */
  readonly isLed: boolean;
  readonly isClosed: boolean;
  readonly settings: DashboardSettings;
}

interface DashboardSettings {
  readonly color: boolean;
  readonly verbosity: Verbosity;
  /** `watch`: another process runs it. */
  readonly kind: 'run' | 'watch';
  /** Watching: the process that coordinates does what a person wants here. */
  readonly takesRequests?: boolean;
  /** The state is deleted with the run, so that no command can show it afterwards. */
  readonly stateGoes?: boolean;
}

export type DashboardAction =
  | { readonly type: 'tick'; readonly now: number }
  | {
      readonly type: 'update';
      readonly now: number;
      readonly run: RunState;
      /** Events since the last update. */
      readonly news: readonly TimedEvent[];
      /** Left out: it is led. */
      readonly isLed?: boolean;
    }
  | { readonly type: 'say'; readonly lines: readonly string[] }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'compare'; readonly comparison: ComparisonView | null }
  | { readonly type: 'ending' }
  | { readonly type: 'close' }
  | { readonly type: 'view'; readonly action: ViewAction };

const mostLogLines = 500;

export function initialDashboard(settings: DashboardSettings, now: number): DashboardState {
  return {
    run: initialRunState,
    log: [],
    said: [],
    comparison: null,
    view: initialView,
    now,
    isEnding: false,
    isLed: true,
    isClosed: false,
    settings,
  };
}

/** Pure. */
export function reduceDashboard(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'tick':
      return { ...state, now: action.now };
    case 'update': {
      const { now, run, news, isLed = true } = action;
      return { ...withLines(state, news), now, run, isLed };
    }
    case 'say': {
      const lines = action.lines.map((text) => {
        return { repository: null, at: state.now, text: stripVTControlCharacters(text) };
      });
      return withLog(say(state, action.lines), lines);
    }
    case 'log':
      return withLog(state, [{ repository: null, at: state.now, text: action.line }]);
    case 'compare':
      return { ...state, comparison: action.comparison };
    case 'ending':
      return { ...state, isEnding: true };
    case 'close':
      return { ...state, isClosed: true };
    case 'view':
      return { ...state, view: reduceView(state.view, action.action) };
  }
}

/** Events with lines that stay; others are only in the log. */
const stays: ReadonlySet<TimedEvent['type']> = new Set([
  'run-started',
  'preflight-note',
  'repository-finished',
  'repository-queued',
]);

function withLines(state: DashboardState, events: readonly TimedEvent[]): DashboardState {
  const { color, verbosity } = state.settings;
  if (events.length === 0) return state;
  const said: string[] = [];
  const log: Omit<LogEntry, 'number'>[] = [];
  for (const event of events) {
    if (stays.has(event.type)) said.push(...linesOf(event, { color, verbosity: 0 }));
    // The dashboard shows these otherwise.
    if (event.type === 'step-progress' || event.type === 'run-held') continue;
    const repository = 'repository' in event ? event.repository : null;
    const shown = Math.max(1, verbosity) as Verbosity;
    for (const text of linesOf(event, { color: false, verbosity: shown })) {
      log.push({ repository, at: event.at, text });
    }
  }
  return withLog(say(state, said), log);
}

function withLog(state: DashboardState, log: readonly Omit<LogEntry, 'number'>[]): DashboardState {
  const first = (state.log.at(-1)?.number ?? -1) + 1;
  const numbered = log.map((entry, index) => ({ ...entry, number: first + index }));
  return { ...state, log: [...state.log, ...numbered].slice(-mostLogLines) };
}

function say(state: DashboardState, lines: readonly string[]): DashboardState {
  if (lines.length === 0) return state;
  const first = state.said.length;
  const more = lines.map((text, index) => ({ number: first + index, text }));
  return { ...state, said: [...state.said, ...more] };
}

/** Milliseconds that a run with failures waits for a person after the last key. */
const waitTime = 5 * 60_000;

/** Tells whether all repositories have ended, some have failed, and a person may want to retry them. Pure. */
export function waitsForPerson({ run, isEnding, settings }: DashboardState): boolean {
  if (settings.kind !== 'run' || run.status !== 'running' || isEnding) return false;
  const { total, failed, succeeded, skipped } = workDone(run);
  return failed > 0 && failed + succeeded + skipped === total;
}

/** When a run stops waiting for a person, in milliseconds since 1970. Pure. */
export function endsItselfAt({ run, view }: DashboardState): number {
  let last = view.touchedAt ?? 0;
  for (const { finishedAt } of run.repositories.values()) last = Math.max(last, finishedAt ?? 0);
  return last + waitTime;
}
