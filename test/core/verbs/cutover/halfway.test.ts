import { describe, expect, it } from 'vitest';
import {
  halfwaySteps,
  halfwayText,
  staysLockedText,
  unfinishedText,
} from '../../../../src/core/verbs/cutover/halfway.ts';
import { reachedText } from '../../../../src/core/verbs/cutover/targets-reached.ts';

const since = new Date(2026, 10, 22, 10, 32).getTime();
const locked = {
  repositories: 20,
  created: 14,
  rolledBack: 0,
  unlocking: 0,
  locked: 5,
  opening: 0,
  opened: 0,
};
const opened = { ...locked, locked: 14, opening: 1, opened: 3 };

describe('a cut-over that has not ended', () => {
  it('says how many repositories it has locked, since when, and how many are open', () => {
    expect(halfwayText(locked, since)).toBe('5 of 14 locked since 2026-11-22 10:32');
    expect(halfwayText(opened, since)).toBe(
      '14 of 14 locked since 2026-11-22 10:32, 3 open on GitHub',
    );
    expect(halfwayText(locked, null)).toBeNull();
  });

  it('says when it stops what stays locked', () => {
    expect(staysLockedText(locked)).toBe('5 of 14 repositories stay locked on Bitbucket.');
    expect(staysLockedText(opened)).toMatch(/^14 of 14 .* 3 are open on GitHub\.$/);
    expect(staysLockedText({ ...locked, locked: 0 })).toBeNull();
  });

  it('differs from a rollback that has not unlocked everything', () => {
    const back = { ...locked, created: 5, locked: 0, rolledBack: 9, unlocking: 2 };
    expect(unfinishedText(back, null)).toBe(
      'rollback: 9 of 14 archived, 2 still locked on Bitbucket',
    );
    expect(unfinishedText(locked, since)).toMatch(/^cut-over: 5 of 14 locked/);
    expect(unfinishedText({ ...locked, locked: 0 }, null)).toBeNull();
    expect(reachedText({ ...back, created: 0 })).toBeNull();
  });

  it('names the commands that continue it with its selection, and that unlock Bitbucket', () => {
    expect(halfwaySteps('mig_1', locked, 'migrator cutover --migration mig_1 --wave 2')).toEqual([
      'Continue:  migrator cutover --migration mig_1 --wave 2',
      'Unlock:    migrator cutover --migration mig_1 --abort',
    ]);
    expect(halfwaySteps('mig_1', opened)[1]).toMatch(/^Unlock those still closed on GitHub: /);
  });
});
