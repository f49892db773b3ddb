import type { TimedEvent } from '../ports/records/events.ts';
import { syncText } from './lines/sync-lines.ts';
import type { Phase, PhaseProgress } from './phase-progress.ts';
import { stepWord } from './status-words.ts';

/** One phase with the repositories that go through it. */
export interface PhaseRow extends Phase {
  /** Milliseconds since 1970; `null`: not yet. */
  readonly begunAt: number | null;
  readonly endedAt: number | null;
  readonly hasFailed: boolean;
  /** It was begun as a whole, so it ends as a whole: repositories neither end nor begin it. */
  readonly isHeld: boolean;
  /** Repositories of the command; `null`: unknown, or the phase is not about repositories. */
  readonly total: number | null;
  /** Counts those that were through it before this run. */
  readonly earlier: number;
  /** Slugs that this run takes through it, in their order. */
  readonly left: readonly string[];
  /** Holds when each has entered it, in milliseconds since 1970, and the step that it is at. */
  readonly inside: ReadonlyMap<string, { readonly at: number; readonly step: string | null }>;
  /** Says what it came to, by slug. Hostile. */
  readonly passed: ReadonlyMap<string, Passed>;
}

interface Passed {
  readonly summary: string;
  readonly isBad: boolean;
  readonly isAbsent: boolean;
}

/** `waiting`: it is next, and a question comes first. */
export type PhaseStatus = 'later' | 'current' | 'waiting' | 'done' | 'failed';

export function newRow(phase: Phase): PhaseRow {
  const times = { begunAt: null, endedAt: null, hasFailed: false, isHeld: false };
  const counts = { total: null, earlier: 0, left: [], inside: new Map(), passed: new Map() };
  return { ...phase, ...times, ...counts };
}

/** Pure. */
export function statusOf({ begunAt, endedAt, hasFailed, total, earlier }: PhaseRow): PhaseStatus {
  if (hasFailed) return 'failed';
  if (begunAt === null) return earlier > 0 && earlier === total ? 'done' : 'later';
  return endedAt === null ? 'current' : 'done';
}

/**
 * The status of each phase on the screen: between two of them the next one is in progress, and after the last that one. Pure.
 * @param options.isAsked it waits for an answer
 */
export function statusesOf(
  rows: readonly PhaseRow[],
  { isOver, isAsked }: { readonly isOver: boolean; readonly isAsked: boolean },
): readonly PhaseStatus[] {
  const statuses = rows.map(statusOf);
  if (isOver || statuses.includes('current')) return statuses;
  const last = statuses.findLastIndex((status) => status !== 'later');
  const here = Math.min(last + 1, rows.length - 1);
  return statuses.map((status, at) => (at === here ? (isAsked ? 'waiting' : 'current') : status));
}

/** How many repositories are through a phase. Pure. */
export function throughOf({ earlier, passed }: PhaseRow): number {
  return earlier + passed.size;
}

/** Counts those that are through a phase as its row shows them: without absent ones. Pure. */
export function countOf(row: PhaseRow): number {
  const absent = [...row.passed.values()].filter(({ isAbsent }) => isAbsent).length;
  return throughOf(row) - absent;
}

/** Pure. */
export function reduceRows(
  rows: readonly PhaseRow[],
  progress: PhaseProgress,
  now: number,
): readonly PhaseRow[] {
  if (progress.type === 'locked') return rows;
  if (progress.type === 'omitted') return rows.filter(({ id }) => id !== progress.phase);
  if (progress.type === 'left') return rows.map((row) => without(row, progress.source));
  return rows.map((row) => (row.id === progress.phase ? changed(row, progress, now) : row));
}

type OfPhase = Exclude<Extract<PhaseProgress, { phase: string }>, { type: 'omitted' }>;

function changed(row: PhaseRow, progress: OfPhase, now: number): PhaseRow {
  const begunAt = row.begunAt ?? now;
  const reopened = row.isHeld ? row.endedAt : null;
  switch (progress.type) {
    case 'expected': {
      const { total, left } = progress;
      return { ...row, total, left, earlier: total - left.length };
    }
    case 'begun':
      return { ...row, begunAt, endedAt: null, isHeld: true };
    case 'entered': {
      const passed = new Map([...row.passed].filter(([source]) => source !== progress.source));
      const inside = new Map([...row.inside, [progress.source, { at: now, step: null }] as const]);
      return { ...row, begunAt, endedAt: reopened, inside, passed };
    }
    case 'passed': {
      const { source, summary, isBad = false, isAbsent = false } = progress;
      const passed = new Map([...row.passed, [source, { summary, isBad, isAbsent }] as const]);
      const next = { ...without(row, progress.source), begunAt, passed };
      const isThrough = !row.isHeld && row.total !== null && throughOf(next) >= row.total;
      return { ...next, endedAt: isThrough ? now : reopened };
    }
    case 'ended':
      return { ...row, begunAt, endedAt: row.endedAt ?? now, inside: new Map() };
  }
}

function without(row: PhaseRow, source: string): PhaseRow {
  if (!row.inside.has(source)) return row;
  return { ...row, inside: new Map([...row.inside].filter(([one]) => one !== source)) };
}

/** Follows a run by its events in the phase that is in progress: a sync and a repair work by them. Pure. */
export function reduceEvent(rows: readonly PhaseRow[], event: TimedEvent): readonly PhaseRow[] {
  const current = rows.findLast((row) => statusOf(row) === 'current');
  if (current === undefined || !('repository' in event) || event.repository === null) return rows;
  const { repository: source, at: now } = event;
  const at = { phase: current.id, source };
  switch (event.type) {
    case 'repository-started':
      return reduceRows(rows, { type: 'entered', ...at }, now);
    case 'repository-finished': {
      const { sync, outcome } = event;
      return sync === undefined || outcome !== 'succeeded'
        ? reduceRows(rows, { type: 'left', source }, now)
        : reduceRows(rows, { type: 'passed', ...at, summary: syncText(sync) }, now);
    }
    case 'step-started':
      return rows.map((row) => {
        const inside = row.inside.get(source);
        if (row !== current || inside === undefined) return row;
        return {
          ...row,
          inside: new Map([...row.inside, [source, { ...inside, step: stepWord(event.step) }]]),
        };
      });
    default:
      return rows;
  }
}

/** Ends what is in progress; what went wrong did so in a phase with a bad repository, or in the last one. Pure. */
export function endRows(
  rows: readonly PhaseRow[],
  verdict: 'good' | 'bad',
  now: number,
): readonly PhaseRow[] {
  const ended = rows.map((row) => (statusOf(row) === 'current' ? { ...row, endedAt: now } : row));
  if (verdict === 'good') return ended;
  const hasBad = ({ passed }: PhaseRow) => [...passed.values()].some(({ isBad }) => isBad);
  const last = rows.findLastIndex((row) => statusOf(row) === 'current');
  const failed = last === -1 ? rows.findLastIndex((row) => statusOf(row) === 'done') : last;
  const isAnyBad = rows.some(hasBad);
  return ended.map((row, at) =>
    (isAnyBad ? hasBad(row) : at === failed) ? { ...row, hasFailed: true } : row,
  );
}
