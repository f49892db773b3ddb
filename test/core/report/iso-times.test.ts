import { describe, expect, it } from 'vitest';
import { withIsoTimes } from '../../../src/core/report/iso-times.ts';
import { at } from './events.ts';

describe('withIsoTimes', () => {
  it('writes the end of a wait as it writes when it was told', () => {
    const until = Date.UTC(2026, 10, 20, 12);
    const wait = at({ type: 'waiting', repository: null, host: 'h', reason: 'r', until });
    expect(withIsoTimes(wait)).toMatchObject({
      until: '2026-11-20T12:00:00.000Z',
      at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  });
});
