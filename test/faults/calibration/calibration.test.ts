import { describe, expect, it } from 'vitest';
import { isProved } from './report.ts';
import { switches } from './switches.ts';
import { tryWorld } from './world.ts';

/** The others are tried by `npm run faults -- --calibration`. */
const few = ['10 comments a review', 'closes by broken keywords'];

describe('a migration to a GitHub that behaves otherwise', () => {
  it.each(few)('is whole or refused once a calibration has named it: %s', async (name) => {
    const result = await tryWorld(switches.filter((one) => one.name === name));
    expect(result.named).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(isProved(result), JSON.stringify(result)).toBe(true);
  });
});
