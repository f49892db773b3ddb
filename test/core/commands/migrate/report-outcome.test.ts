import { describe, expect, it } from 'vitest';
import { nextLines } from '../../../../src/core/commands/migrate/report-outcome.ts';

const proof = {
  ...{ at: 0, sha256: '', compared: 1, equal: 1 },
  ...{ counts: [], settings: null, problems: [] },
};

describe('nextLines()', () => {
  const id = 'mig_000000000001';
  const names = (given: Omit<Parameters<typeof nextLines>[1], 'code'>) =>
    nextLines(id, { code: 0, ...given }).map((line) => line.split(':')[0] ?? '');
  const check = { kind: 'verified', proof } as const;

  it('names the comparison first where there was none', () => {
    expect(names({ check: null })).toEqual(['', 'Verify', 'Details']);
    expect(names({ check: null, follows: true })).toEqual([
      ...['', 'Verify', 'Sync', 'Cutover', 'Details'],
    ]);
  });

  it('names the next step of the journey after a comparison', () => {
    expect(names({ check })).toEqual(['', 'Remotes', 'Report', 'Details']);
    expect(names({ check, follows: true })).toEqual(['', 'Sync', 'Cutover', 'Report', 'Details']);
  });

  it('names no report once one is written', () => {
    expect(names({ check, hasReport: true })).toEqual(['', 'Remotes', 'Details']);
  });

  it('names only the details where something failed', () => {
    expect(nextLines(id, { code: 6, check })).toEqual([
      `Details: migrator status --migration ${id}`,
    ]);
  });
});
