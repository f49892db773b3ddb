import { stripVTControlCharacters } from 'node:util';
import type { PhaseResult, PhaseRun, StaysOpen } from '../../core/commands/phase-view.ts';
import { formatClock } from '../../core/kernel/format/format.ts';
import type { TimedEvent } from '../../core/ports/records/events.ts';
import { linesOf, type Verbosity } from '../../core/report/lines.ts';
import type { PhaseProgress } from '../../core/report/phase-progress.ts';
import {
  endRows,
  newRow,
  type PhaseRow,
  type PhaseStatus,
  reduceEvent,
  reduceRows,
  statusesOf,
} from '../../core/report/phase-rows.ts';

/** Everything that the screen of a command with phases shows. */
export interface PhasesState {
  /** `null`: nothing has begun. */
  readonly run: PhaseRun | null;
  readonly rows: readonly PhaseRow[];
  /** Milliseconds since 1970, like all times. */
  readonly startedAt: number;
  /** When the first source was locked, also by an earlier run. */
  readonly lockedSince: number | null;
  readonly now: number;
  readonly log: readonly string[];
  /** Lines that are printed when the screen has gone; they may be coloured. */
  readonly said: readonly string[];
  /** Lines that the next question is about. */
  readonly presented: readonly string[];
  readonly result: PhaseResult | null;
  readonly panel: 'list' | 'detail' | 'help';
  /** Among phases, and below them the causes of a result. */
  readonly cursor: number;
  /** Rows above the screen, from where the cursor is. */
  readonly scrolled: number;
  /** A question of the command. */
  readonly question: string | null;
  /** A key that waits for a yes. */
  readonly asking: 'stop' | 'abort' | null;
  readonly notice: { readonly text: string; readonly until: number } | null;
  readonly isEnding: boolean;
  readonly isClosed: boolean;
  /** When a key was last pressed, or the result came. */
  readonly touchedAt: number;
  readonly settings: PhasesSettings;
}

export interface PhasesSettings {
  readonly verbosity: Verbosity;
  readonly staysOpen: StaysOpen;
}

export type PhasesAction =
  | { readonly type: 'tick'; readonly now: number }
  | { readonly type: 'begin'; readonly run: PhaseRun; readonly now: number }
  | { readonly type: 'progress'; readonly progress: PhaseProgress; readonly now: number }
  | { readonly type: 'event'; readonly event: TimedEvent }
  | { readonly type: 'say'; readonly line: string; readonly now: number }
  | { readonly type: 'present'; readonly lines: readonly string[] }
  | { readonly type: 'end'; readonly result: PhaseResult; readonly now: number }
  | { readonly type: 'question'; readonly text: string | null }
  | { readonly type: 'asking'; readonly what: PhasesState['asking'] }
  | { readonly type: 'panel'; readonly panel: PhasesState['panel'] }
  | { readonly type: 'move'; readonly by: number; readonly stops: number; readonly most: number }
  | { readonly type: 'scroll'; readonly by: number; readonly least: number; readonly most: number }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'touch'; readonly at: number }
  | { readonly type: 'ending' }
  | { readonly type: 'close' };

const mostLogLines = 500;
/** Milliseconds. */
const noticeTime = 4000;
/** Milliseconds that a result waits for a key. */
const waitTime = 5 * 60_000;

export function initialPhases(settings: PhasesSettings, now: number): PhasesState {
  const times = { startedAt: now, lockedSince: null, now, touchedAt: now };
  const shown = { panel: 'list', cursor: 0, scrolled: 0, question: null, asking: null } as const;
  const said = { log: [], said: [], presented: [], result: null, notice: null };
  return { run: null, rows: [], ...times, ...shown, ...said, ...ends, settings };
}

const ends = { isEnding: false, isClosed: false };

/** Pure. */
export function reducePhases(state: PhasesState, action: PhasesAction): PhasesState {
  switch (action.type) {
    case 'begin':
    case 'progress':
    case 'event':
    case 'say':
    case 'present':
    case 'end':
      return reduceWork(state, action);
    case 'tick':
      return { ...state, now: action.now };
    case 'question':
      return { ...state, question: action.text, asking: null, panel: 'list', scrolled: 0 };
    case 'asking':
      return { ...state, asking: action.what };
    case 'panel':
      return { ...state, panel: action.panel, scrolled: 0 };
    case 'move':
      return moved(state, action);
    case 'scroll': {
      const { by, least, most } = action;
      return { ...state, scrolled: Math.max(least, Math.min(most, state.scrolled + by)) };
    }
    case 'notice':
      return { ...state, notice: { text: action.text, until: state.now + noticeTime } };
    case 'touch':
      return { ...state, touchedAt: action.at };
    case 'ending':
      return { ...state, isEnding: true, asking: null };
    case 'close':
      return { ...state, isClosed: true };
  }
}

type WorkAction = Extract<
  PhasesAction,
  { type: 'begin' | 'progress' | 'event' | 'say' | 'present' | 'end' }
>;

/** Takes in what the command says. Pure. */
function reduceWork(state: PhasesState, action: WorkAction): PhasesState {
  switch (action.type) {
    case 'begin': {
      const { run, now } = action;
      const rows = run.phases.map(newRow);
      const shown = { presented: [], result: null, cursor: 0, scrolled: 0, panel: 'list' } as const;
      return { ...state, ...shown, run, rows, startedAt: now, now };
    }
    case 'progress':
      return reduceProgress(state, action.progress, action.now);
    case 'event': {
      const { verbosity } = state.settings;
      const shown = Math.max(1, verbosity) as Verbosity;
      const lines = linesOf(action.event, { color: false, verbosity: shown });
      const rows = reduceEvent(state.rows, action.event);
      return { ...withLog(state, lines, action.event.at), rows };
    }
    case 'say': {
      const { line, now } = action;
      const plain = stripVTControlCharacters(line);
      return { ...withLog(state, [plain], now), said: [...state.said, line] };
    }
    case 'present':
      return { ...state, presented: action.lines, said: [...state.said, ...action.lines] };
    case 'end': {
      const { result, now } = action;
      const rows = endRows(state.rows, result.verdict, now);
      // Where the causes begin.
      const cursor = result.groups.length > 0 ? rows.length : 0;
      const shown = { cursor, scrolled: 0, panel: 'list', asking: null, touchedAt: now } as const;
      return { ...state, ...shown, rows, result, now };
    }
  }
}

function reduceProgress(state: PhasesState, progress: PhaseProgress, now: number): PhasesState {
  const rows = reduceRows(state.rows, progress, now);
  if (progress.type === 'locked') return { ...state, lockedSince: progress.since, now };
  const locks = progress.type === 'entered' && progress.phase === 'lock';
  const next = { ...state, rows, now, lockedSince: state.lockedSince ?? (locks ? now : null) };
  const why = state.asking === 'abort' ? whyNotAbort(next) : null;
  if (why === null) return next;
  // The work went on while it asked: what it would promise is no longer true.
  return reducePhases({ ...next, asking: null }, { type: 'notice', text: `Cannot abort: ${why}.` });
}

function withLog(state: PhasesState, lines: readonly string[], at: number): PhasesState {
  if (lines.length === 0) return state;
  const log = [...state.log, ...lines.map((text) => `${formatClock(at)}  ${text}`)];
  return { ...state, log: log.slice(-mostLogLines) };
}

/** Beyond the last stop the screen scrolls; the way up leads back. Pure. */
function moved(
  state: PhasesState,
  { by, stops, most }: Extract<PhasesAction, { type: 'move' }>,
): PhasesState {
  const { cursor, scrolled } = state;
  if (by > 0 && cursor >= stops - 1)
    return { ...state, scrolled: Math.max(0, Math.min(most, scrolled + by)) };
  if (by < 0 && scrolled > 0) return { ...state, scrolled: Math.max(0, scrolled + by) };
  return { ...state, cursor: Math.max(0, Math.min(stops - 1, cursor + by)), scrolled: 0 };
}

/** The status of each phase as the screen shows it. Pure. */
export function shownStatuses({ rows, result, question }: PhasesState): readonly PhaseStatus[] {
  return statusesOf(rows, { isOver: result !== null, isAsked: question !== null });
}

/** The title of the terminal. Pure. */
export function phasesTitle(state: PhasesState): string {
  const { run, rows, result } = state;
  const name = `migrator${run === null ? '' : `: ${run.title}`}`;
  if (result !== null) return `${name}, ${result.title}`;
  const at = shownStatuses(state).findLastIndex((one) => one !== 'later' && one !== 'done');
  return at === -1 ? name : `${name}, ${rows[at]?.label}`;
}

/** Why the command cannot be ended so that its sources are unlocked; `null`: it can. Pure. */
export function whyNotAbort({ lockedSince, rows, isEnding }: PhasesState): string | null {
  const open = rows.find(({ id }) => id === 'open');
  if (open !== undefined && (open.begunAt !== null || open.earlier > 0))
    return 'GitHub is open or being opened; use a rollback to go back';
  if (isEnding) return 'the command is stopping';
  return lockedSince === null ? 'nothing is locked yet' : null;
}

/** Tells whether a result stays until a person has read it. Pure. */
export function holdsResult({ staysOpen }: PhasesSettings, { verdict }: PhaseResult): boolean {
  return staysOpen === 'always' || (staysOpen === 'failures' && verdict === 'bad');
}

/** Tells whether a result has waited long enough for a person. Pure. */
export function hasWaited({ result, touchedAt, now }: PhasesState): boolean {
  return result !== null && now - touchedAt >= waitTime;
}
