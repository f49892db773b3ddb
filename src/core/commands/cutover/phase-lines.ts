import { count, formatDuration } from '../../kernel/format/format.ts';
import { palette } from '../../kernel/format/palette.ts';
import { pairText, safe } from '../../kernel/format/terminal-text.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { OnPhaseProgress, Phase } from '../../report/phase-progress.ts';
import { countOf, newRow, type PhaseRow, reduceRows } from '../../report/phase-rows.ts';
import { nothingChanged } from '../../verbs/cutover/run/checklist.ts';
import type { App } from '../app.ts';

/** A step of a repository that is done. */
type Step = Readonly<Record<'step' | 'source' | 'summary', string>> & {
  readonly isNotable?: boolean;
};

/** Tells a command with phases in lines: phases, and repositories that differ from the others. */
export interface PhaseLines {
  /** Says a phase when it ends. */
  readonly report: OnPhaseProgress;
  /** Says a step where it is notable; any other is for `-v`, the log file and the screen's log. */
  readonly step: (done: Step) => void;
  /** Says how far phases got that have not ended. */
  readonly end: () => void;
}

export function createPhaseLines(
  app: Pick<App, 'phases' | 'say' | 'events' | 'output'>,
  {
    phases,
    plan,
    now,
  }: {
    readonly phases: readonly Phase[];
    readonly plan: Pick<Plan, 'repositories'>;
    readonly now: () => number;
  },
): PhaseLines {
  const width = Math.max(0, ...phases.map(({ label }) => label.length));
  const said = new Set<string>();
  let rows: readonly PhaseRow[] = phases.map(newRow);
  const say = (at: number, wanted: (row: PhaseRow) => boolean) => {
    for (const row of rows) {
      if (row.begunAt === null || said.has(row.id) || !wanted(row)) continue;
      said.add(row.id);
      const text = phaseLine(row, { ...app.output, width, now: at });
      if (text !== null) app.say(text);
    }
  };
  return {
    report(progress) {
      app.phases.report(progress);
      const time = now();
      rows = reduceRows(rows, progress, time);
      if (progress.type === 'expected' && progress.left.length === 0) {
        // An earlier run has done it.
        const row = rows.find(({ id }) => id === progress.phase);
        if (row?.begunAt === null) said.add(row.id);
      }
      const next =
        progress.type === 'begun' ? rows.findIndex(({ id }) => id === progress.phase) : 0;
      say(time, (row) => row.endedAt !== null || rows.indexOf(row) < next);
    },
    step({ isNotable = false, step, source, summary }) {
      const found = plan.repositories.find((one) => one.source === source);
      const name = pairText(found ?? { source, target: source });
      const about = `${name}  ${safe(summary)}`;
      const { good } = palette(app.output.color);
      if (isNotable) app.say(`${good(step.padEnd(10))}${about}`);
      // What was said is in the log file alone.
      const level = isNotable ? 'debug' : 'info';
      app.events.emit({ type: 'log', level, message: `${step.padEnd(10)}${about}` });
    },
    end: () => say(now(), () => true),
  };
}

/** `Lock and test a push  14 repositories  3.1s`; `null`: there was nothing to do. Pure. */
function phaseLine(
  row: PhaseRow,
  { color, width, now }: { color: boolean; width: number; now: number },
): string | null {
  if (row.passed.size > 0 && countOf(row) === row.earlier) return null;
  const time = formatDuration((row.endedAt ?? now) - (row.begunAt ?? now));
  const many = `${countText(row)}${changedText(row)}`;
  return [palette(color).good(row.label.padEnd(width)), ...(many === '' ? [] : [many]), time].join(
    '  ',
  );
}

function countText(row: PhaseRow): string {
  const { total, earlier, passed, endedAt } = row;
  if (total === null || total === 0) return '';
  const left = total - earlier;
  const here = countOf(row) - earlier;
  const isWhole = here === left || (passed.size === 0 && endedAt !== null);
  // The phase may not be about single repositories.
  const many = count(left === 0 ? total : left, 'repository', 'repositories');
  return isWhole ? many : `${here} of ${many}`;
}

function changedText({ id, passed }: PhaseRow): string {
  if ((id !== 'sync' && id !== 'reread') || passed.size === 0) return '';
  const changed = [...passed.values()].filter(({ summary }) => summary !== nothingChanged).length;
  return changed === 0 ? ', none changed' : `, ${changed} changed`;
}
