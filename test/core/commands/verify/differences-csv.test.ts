import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { differencesCsv } from '../../../../src/core/commands/verify/differences-csv.ts';
import { difference, hostile, repository, verification } from './example-verification.ts';

const clean = { differences: [], notes: [], settings: [] };
const read = (text: string): readonly Record<string, string>[] => parse(text, { columns: true });

describe('the differences of a verification as CSV', () => {
  it('are a line each, with the command that mends them, and one for each equal repository', () => {
    const lost = difference('main', { kind: 'branch', url: null, message: 'is missing' });
    const record = verification([
      { ...repository('web'), ...clean, differences: [lost] },
      { ...repository('api'), ...clean },
    ]);
    const rows = read(differencesCsv(record));
    expect(rows.map(({ state, repository: name, item }) => [state, name, item])).toEqual([
      ['defect', 'web', 'main'],
      ['equal', 'api', ''],
    ]);
    expect(rows[0]).toMatchObject({ message: 'is missing', kind: 'Branch' });
  });

  it.each(hostile.map((text) => [text]))('hold %j as text, and never as a formula', (text) => {
    const bad = difference(text, { kind: 'branch', message: text });
    const formula = difference(`=cmd|${text}`, { kind: 'branch', message: `+${text}` });
    const record = verification([{ ...repository('web'), ...clean, differences: [bad, formula] }]);
    const cells = read(differencesCsv(record)).flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
  });
});
