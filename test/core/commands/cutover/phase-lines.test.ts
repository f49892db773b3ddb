import { describe, expect, it } from 'vitest';
import { createPhaseLines } from '../../../../src/core/commands/cutover/phase-lines.ts';
import type { PhaseProgress } from '../../../../src/core/report/phase-progress.ts';
import { nothingChanged } from '../../../../src/core/verbs/cutover/run/checklist.ts';

const phases = [
  { id: 'check', label: 'Check both sides' },
  { id: 'lock', label: 'Lock' },
  { id: 'sync', label: 'Final sync' },
];

/** Lines of a command whose clock goes on by a second with each piece of news. */
function linesOf() {
  const [said, logged]: [string[], unknown[]] = [[], []];
  let time = 0;
  const app = {
    phases: { report: () => {} },
    say: (line: string) => void said.push(line),
    events: { emit: (event: unknown) => void logged.push(event) },
    output: { color: false },
  } as unknown as Parameters<typeof createPhaseLines>[0];
  const plan = { repositories: [{ source: 'two', target: 'two-x' }] } as never;
  const lines = createPhaseLines(app, {
    ...{ phases, plan },
    now: () => {
      time += 1000;
      return time;
    },
  });
  const report = (...all: readonly PhaseProgress[]) => all.forEach(lines.report);
  return { ...lines, report, said, logged };
}

const passed = (phase: string, source: string, summary = 'done', isAbsent = false) =>
  ({ type: 'passed', phase, source, summary, isAbsent }) as const;
const of = (phase: string, left: readonly string[], total = left.length) =>
  ({ type: 'expected', phase, left, total }) as const;
const begun = (phase: string) => ({ type: 'begun', phase }) as const;
const ended = (phase: string) => ({ type: 'ended', phase }) as const;

describe('the lines of a command with phases', () => {
  it('say each phase when it ends, with its repositories and its duration', () => {
    const { report, said } = linesOf();
    report(begun('check'), of('check', [], 2), of('lock', ['one', 'two']), ended('check'));
    expect(said).toEqual(['Check both sides  2 repositories  3.0s']);
    report(begun('lock'), passed('lock', 'one'), passed('lock', 'two'));
    expect(said).toHaveLength(1);
    report(ended('lock'));
    expect(said[1]).toBe('Lock              2 repositories  3.0s');
  });

  it('say how many repositories a sync has changed', () => {
    const { report, said } = linesOf();
    report(of('sync', ['one', 'two']), begun('sync'), passed('sync', 'one', nothingChanged));
    report(passed('sync', 'two'), ended('sync'));
    expect(said).toEqual(['Final sync        2 repositories, 1 changed  3.0s']);
  });

  it('count what was left to do, and say nothing of what an earlier run has done', () => {
    const { report, said } = linesOf();
    report(of('lock', [], 5), of('sync', ['one'], 5), begun('lock'), ended('lock'));
    report(begun('sync'), passed('sync', 'one', nothingChanged), ended('sync'));
    expect(said).toEqual(['Final sync        1 repository, none changed  2.0s']);
  });

  it('say how far a phase got that did not end, at the latest at the end', () => {
    const { report, end, said } = linesOf();
    report(of('check', ['one', 'two', 'three']), passed('check', 'one'), begun('sync'));
    expect(said).toEqual(['Check both sides  1 of 3 repositories  1.0s']);
    end();
    end();
    expect(said).toHaveLength(2);
  });

  it('say nothing of a phase that had nothing to do', () => {
    const { report, said } = linesOf();
    report(of('lock', ['one']), passed('lock', 'one', 'nothing to unlock', true));
    expect(said).toEqual([]);
  });

  it('say a notable step, and log any other', () => {
    const { step, said, logged } = linesOf();
    step({ step: 'lock', source: 'one', summary: '4 restrictions' });
    expect(said).toEqual([]);
    expect(logged).toEqual([
      { type: 'log', level: 'info', message: 'lock      one  4 restrictions' },
    ]);
    step({ step: 'open', source: 'two', summary: 'open, private', isNotable: true });
    expect(said).toEqual(['open      two -> two-x  open, private']);
    expect(logged).toHaveLength(2);
  });
});
