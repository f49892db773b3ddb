import { describe, expect, it } from 'vitest';
import { slugsOfWave } from '../../../src/core/plan/waves.ts';

const one = { target: 'x', visibility: 'private' } as const;
const repositories = [
  { ...one, source: 'a', wave: 2 },
  { ...one, source: 'b', wave: 1 },
  { ...one, source: 'c' },
];

describe('slugsOfWave', () => {
  it('gives the repositories of one wave, and none that has no wave', () => {
    expect([...slugsOfWave({ repositories }, 1)]).toEqual(['b']);
  });

  it('names the waves of the plan where it does not have one', () => {
    const wrong = expect.objectContaining({ code: 'usage', hint: 'Its waves are 1, 2.' });
    expect(() => slugsOfWave({ repositories }, 3)).toThrow(wrong);
  });
});
