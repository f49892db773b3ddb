import { describe, expect, it } from 'vitest';
import { stepTimes } from '../../bench/migrating/step-times.ts';

const line = (second: number, fields: Record<string, unknown>) =>
  JSON.stringify({ ...fields, at: new Date(1000 * second).toISOString() });

const whole = [
  'not an event',
  line(1, { type: 'step-started', step: 'fetch' }),
  line(4, { type: 'step-progress', step: 'fetch', progress: { what: 'receiving objects' } }),
  line(5, { type: 'step-progress', step: 'fetch', progress: { what: 'resolving deltas' } }),
  line(6, { type: 'step-progress', step: 'fetch', progress: { what: 'resolving deltas' } }),
  line(7, { type: 'step-finished', step: 'fetch' }),
  line(8, { type: 'step-started', step: 'inspect' }),
  line(11, { type: 'step-finished', step: 'inspect' }),
  line(12, { type: 'step-started', step: 'push' }),
  line(20, { type: 'step-finished', step: 'push' }),
];

describe('the times of a streamed repository', () => {
  it('are split where the last byte is received, and where the local copy is complete', () => {
    expect(stepTimes(whole.join('\n'))).toEqual({
      began: 1000,
      receive: 4000,
      index: 2000,
      inspect: 3000,
      target: 8000,
    });
  });

  it('are refused where a part is missing', () => {
    expect(() => stepTimes(whole.slice(0, -1).join('\n'))).toThrow(
      'does not report the end of push',
    );
  });
});
