import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/core/ports/records/events.ts';
import { linesOf, type Verbosity } from '../../../src/core/report/lines.ts';
import { at, failed, finished, started } from './events.ts';
import type { LineCase } from './lines/line-case.ts';
import { runCases } from './lines/run-cases.ts';
import { scanCases } from './lines/scan-cases.ts';

const verbosities: readonly Verbosity[] = [0, 1, 2, 3];
/** Of every event that there is. */
const cases: Record<RunEvent['type'], readonly LineCase[]> = { ...runCases, ...scanCases };

describe('linesOf', () => {
  describe.each(Object.entries(cases))('an event %s', (_type, ofType) => {
    it.each(ofType.map((one) => [one.line ?? 'no line', one] as const))(
      'is shown as %s',
      (_line, { event, line, from = 0 }) => {
        for (const verbosity of verbosities) {
          const isShown = line !== null && verbosity >= from;
          const lines = linesOf(event, { color: false, verbosity });
          expect(lines, `at verbosity ${verbosity}`).toEqual(isShown ? [line] : []);
        }
      },
    );

    it('says the same with colours as without', () => {
      for (const { event } of ofType) {
        for (const verbosity of verbosities) {
          const colored = linesOf(event, { color: true, verbosity });
          const stripped = colored.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''));
          expect(stripped).toEqual(linesOf(event, { color: false, verbosity }));
        }
      }
    });
  });

  it.each([
    [started('api'), 1],
    [finished('api'), 32],
    [at({ type: 'repository-warning', repository: 'api', message: 'm' }), 33],
    [failed('api'), 31],
  ])('colours what matters by its role, and ends every colour', (event, code) => {
    const [line = ''] = linesOf(event, { color: true, verbosity: 0 });
    expect(line).toContain(`\u001b[${code}m`);
    const codes = [...line.matchAll(/\u001b\[(\d+)m/g)].map((match) => Number(match[1]));
    const off = codes.filter((one) => one === 22 || one === 39);
    expect(off).toHaveLength(codes.length / 2);
  });

  it('cuts a log line that a thousand refs made long', () => {
    const fields = { refs: Array.from({ length: 1000 }, (_, index) => `refs/heads/${index}`) };
    const event = at({ type: 'log', level: 'warn', message: 'git push', fields });
    const [line = ''] = linesOf(event, { color: false, verbosity: 0 });
    expect(line.length).toBeLessThan(420);
    expect(line).toMatch(/ \.\.\.$/);
  });
});
