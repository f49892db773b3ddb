import { describe, expect, it } from 'vitest';
import { change } from '../../../src/core/journal/change.ts';
import { OutdatedRequest } from '../../../src/core/ports/records/target-address.ts';

/** Sends like our client: each attempt asks first, and is repeated until one is answered. */
function place(options: { readonly lost?: number; readonly waits?: number } = {}) {
  let now = 0;
  let lost = options.lost ?? 0;
  let waits = options.waits ?? 0;
  const seen: number[] = [];
  let looks = 0;
  const clock = {
    now: () => now,
    async sleep(milliseconds: number) {
      now += milliseconds;
    },
  };
  return {
    seen,
    looks: () => looks,
    run: () =>
      change({
        context: { clock, waitingClock: clock, signal: new AbortController().signal },
        async read() {
          looks += 1;
          return looks;
        },
        async send(found, isCurrent) {
          for (;;) {
            if (waits > 0) {
              waits -= 1;
              now += 60_000;
            }
            if (!isCurrent()) throw new OutdatedRequest();
            seen.push(found);
            if (lost === 0) return 'sent';
            lost -= 1;
          }
        },
      }),
  };
}

describe('a change of what people may change as well', () => {
  it('is sent once where it is answered', async () => {
    const { run, seen, looks } = place();
    expect([await run(), seen, looks()]).toEqual(['sent', [1], 1]);
  });

  it('is never sent again by the same look', async () => {
    const { run, seen } = place({ lost: 3 });
    expect([await run(), seen]).toEqual(['sent', [1, 2, 3, 4]]);
  });

  it('is looked at again where the request had to wait', async () => {
    const { run, seen } = place({ waits: 2 });
    expect([await run(), seen]).toEqual(['sent', [3]]);
  });

  it('ends as unavailable where the host answers none of six attempts', async () => {
    const { run, seen } = place({ lost: 100 });
    await expect(run()).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
    expect(seen).toHaveLength(6);
  });
});
