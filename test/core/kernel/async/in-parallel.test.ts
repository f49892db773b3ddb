import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inParallel } from '../../../../src/core/kernel/async/in-parallel.ts';

describe('inParallel', () => {
  it('does every item once and never more at a time than it may', async () => {
    const situation = [
      fc.array(fc.nat(3), { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
    ] as const;
    await fc.assert(
      fc.asyncProperty(...situation, async (items, concurrency) => {
        const done: number[] = [];
        let running = 0;
        let most = 0;
        await inParallel([...items.entries()], { concurrency }, async ([index, scheduler]) => {
          running += 1;
          most = Math.max(most, running);
          for (let turn = 0; turn < scheduler; turn += 1) await Promise.resolve();
          running -= 1;
          done.push(index);
        });
        expect(done.sort((a, b) => a - b)).toEqual([...items.keys()]);
        expect(most).toBeLessThanOrEqual(concurrency);
      }),
    );
  });

  it('begins nothing more once one has failed, and gives that failure', async () => {
    const begun: number[] = [];
    const work = inParallel([0, 1, 2, 3, 4, 5], { concurrency: 2 }, async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 1) throw new Error('item 1');
    });
    await expect(work).rejects.toThrow('item 1');
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(begun.length).toBeLessThanOrEqual(3);
  });

  it('notifies those under way of a failure, and fails with it when none is under way any more', async () => {
    let running = 0;
    const work = inParallel([0, 1, 2], { concurrency: 3 }, async (item, signal) => {
      running += 1;
      await Promise.resolve();
      if (item === 0) {
        running -= 1;
        throw new Error('item 0');
      }
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      running -= 1;
      throw new Error(`item ${item} was cut off`);
    });
    await expect(work).rejects.toThrow('item 0');
    expect(running).toBe(0);
  });

  it('lets what heeds no signal finish before it fails', async () => {
    const done: number[] = [];
    const work = inParallel([0, 1, 2], { concurrency: 2 }, async (item) => {
      if (item === 0) throw new Error('item 0');
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      done.push(item);
    });
    await expect(work).rejects.toThrow('item 0');
    expect(done).toEqual([1]);
  });

  it('hands on that the whole is to end', async () => {
    const ending = new AbortController();
    const options = { concurrency: 2, signal: ending.signal };
    const work = inParallel([0, 1], options, async (_, signal) => {
      if (signal.aborted) throw new Error('begun too late');
      ending.abort(new Error('stopped'));
      signal.throwIfAborted();
    });
    await expect(work).rejects.toThrow('stopped');
  });
});
