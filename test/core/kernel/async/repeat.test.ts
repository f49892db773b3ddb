import { describe, expect, it } from 'vitest';
import { repeat } from '../../../../src/core/kernel/async/repeat.ts';
import { createHandClock, settled } from '../../clocks.ts';

function repeating(work: () => Promise<void>) {
  const clock = createHandClock();
  const ended = new AbortController();
  return {
    clock,
    end: () => ended.abort(),
    whole: repeat({ clock, milliseconds: 1000, signal: ended.signal }, work),
  };
}

describe('repeat', () => {
  it('works once each interval, and not before the first', async () => {
    let times = 0;
    const { clock, end, whole } = repeating(async () => {
      times += 1;
    });
    await settled();
    expect(times).toBe(0);
    await clock.pass(3000);
    expect(times).toBe(3);
    end();
    await whole;
    await clock.pass(3000);
    expect(times).toBe(3);
  });

  it('throws what the work throws', async () => {
    const { clock, whole } = repeating(() => Promise.reject(new Error('away')));
    const rejected = expect(whole).rejects.toThrow('away');
    await clock.pass(1000);
    await rejected;
  });
});
