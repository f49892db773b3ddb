import { count, formatDuration } from '../kernel/format/format.ts';
import { withoutActing } from '../kernel/format/terminal-text.ts';
import type { EventOf } from '../ports/records/events.ts';
import type { RunState } from '../report/run/run-state.ts';
import { workDone } from '../report/run/work-done.ts';

/** Something that people want to hear of while they look elsewhere. */
export interface Notice {
  readonly event:
    | 'run-ended'
    | 'repository-failed'
    | 'waiting-for-person'
    | 'budget-gone'
    | 'cutover-ready'
    | 'cutover-blocked'
    | 'cutover-done';
  /** One line for a chat. Hostile until it is escaped. */
  readonly text: string;
  readonly migration: string | null;
  /** Holds further fields for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
}

const mostCharacters = 400;

/** A line as Slack and Teams show it: nothing in it mentions people, hides a link or breaks the line. Pure. */
export function chatText(text: string): string {
  const line = withoutActing(text).replace(/\s+/g, ' ').trim();
  const short = line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
  return short
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\]\(/g, '] (');
}

/** Pure. */
export function endNotice(event: EventOf<'run-finished'>, run: RunState): Notice {
  const { migration, status, counts, milliseconds, kind = 'migration' } = event;
  const { total } = workDone(run);
  const word = status === 'paused' ? 'stopped' : status === 'failed' ? 'failed' : 'ended';
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const done = `${counts.succeeded} of ${count(total, 'repository', 'repositories')} done`;
  const took = formatDuration(milliseconds);
  return {
    event: 'run-ended',
    text: `${ofRun(run, migration)}: ${kind} ${word} after ${took}. ${done}${skipped}${failed}.`,
    migration,
    details: { kind, status, counts, milliseconds },
  };
}

/** Pure. */
export function failureNotice(event: EventOf<'repository-finished'>, run: RunState): Notice {
  const { repository, failure } = event;
  const reason = failure?.message ?? 'unknown reason';
  return {
    event: 'repository-failed',
    text: `${ofRun(run, run.migration)}: ${repository} failed. ${reason}.`,
    migration: run.migration,
    details: { repository, code: failure?.code ?? null, reason, hint: failure?.hint ?? null },
  };
}

/** Pure. */
export function budgetNotice(event: EventOf<'waiting'>, run: RunState): Notice {
  const { host, limit = null, until, at } = event;
  const what = limit === null ? '' : ` (${limit})`;
  return {
    event: 'budget-gone',
    text: `${ofRun(run, run.migration)}: rate-limited by ${host} for ${formatDuration(until - at)}${what}.`,
    migration: run.migration,
    details: { host, limit, until: new Date(until).toISOString() },
  };
}

/** Of a run whose repositories have all ended, some of them failed. Pure. */
export function waitingNotice(run: RunState): Notice {
  const { failed } = workDone(run);
  const what = count(failed, 'failed repository', 'failed repositories');
  return {
    event: 'waiting-for-person',
    text: `${ofRun(run, run.migration)}: everything else is done. Retry ${what} or end the run.`,
    migration: run.migration,
    details: { failed },
  };
}

/** @param question that nobody has answered. Pure. */
export function questionNotice(question: string, migration: string | null): Notice {
  return {
    event: 'waiting-for-person',
    text: `${migration ?? 'migrator'} is waiting for an answer: ${question}`,
    migration,
    details: { question: withoutActing(question).trim() },
  };
}

/** `mig_1 (acme-workspace to acme)` */
function ofRun({ workspace, organization }: RunState, migration: string | null): string {
  const places = workspace === null ? '' : ` (${workspace} to ${organization})`;
  return `${migration ?? 'migrator'}${places}`;
}
