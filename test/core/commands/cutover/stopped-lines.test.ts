import { describe, expect, it } from 'vitest';
import { stoppedLines } from '../../../../src/core/commands/cutover/stopped-lines.ts';

const none = {
  ...{ repositories: 4, created: 4, rolledBack: 0, unlocking: 0 },
  ...{ locked: 0, opening: 0, opened: 0 },
};
const resumeWith = 'migrator cutover --migration mig_1';
const stopped = { migration: 'mig_1', resumeWith, why: 'stop', isWhole: true } as const;

describe('a cut-over that is stopped', () => {
  it('says that nothing is locked, and how to continue', () => {
    expect(stoppedLines(none, stopped)).toEqual([
      'Bitbucket is not locked.',
      `Continue:  ${resumeWith}`,
    ]);
    expect(stoppedLines(none, { ...stopped, isWhole: false })[0]).toBe(
      'None of these repositories is locked on Bitbucket.',
    );
  });

  it('leaves it to the failure where nothing is locked', () => {
    expect(stoppedLines(none, { ...stopped, why: 'failure' })).toEqual([]);
  });

  it('does not say that nothing is locked while a rollback has sources to unlock', () => {
    expect(stoppedLines({ ...none, rolledBack: 1, unlocking: 1 }, stopped)).toEqual([]);
  });

  it('says what stays locked, and how to continue or to unlock it', () => {
    for (const why of ['stop', 'failure'] as const) {
      expect(stoppedLines({ ...none, locked: 3 }, { ...stopped, why })).toEqual([
        '3 of 4 repositories stay locked on Bitbucket.',
        `Continue:  ${resumeWith}`,
        'Unlock:    migrator cutover --migration mig_1 --abort',
      ]);
    }
  });

  it('has nothing to say once all are cut over', () => {
    expect(stoppedLines({ ...none, locked: 4, opened: 4 }, stopped)).toEqual([]);
  });
});
