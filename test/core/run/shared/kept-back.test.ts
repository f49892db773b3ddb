import { describe, expect, it } from 'vitest';
import type { MigrationOptions } from '../../../../src/core/choices/options.ts';
import type { Dispatcher } from '../../../../src/core/ports/state/dispatcher.ts';
import type { SharedRun, SharedRuns } from '../../../../src/core/ports/state/shared-run.ts';
import { runToShare } from '../../../../src/core/run/shared/alone-or-shared.ts';
import { digestOf } from '../../../../src/core/run/shared/run-record.ts';
import { createSharedQueue } from '../../../../src/core/work/shared-queue.ts';
import { createHandClock, settled } from '../../clocks.ts';

const slugs = Array.from({ length: 100 }, (_, index) => `r${index}`);

/** A queue of all of them, which go to its end when they are put back; and how often one was looked at. */
function queued(isKeptBack: () => boolean) {
  const clock = createHandClock();
  const waiting = [...slugs];
  let looks = 0;
  const dispatcher = {
    async take() {
      const source = waiting.shift();
      if (source === undefined) throw new Error('the queue is empty');
      return {
        source,
        task: 'migrate',
        run: 'run',
        taskOptions: '{}',
        putBack: async () => void waiting.push(source),
        done: async () => {},
      };
    },
  } as unknown as Dispatcher;
  const queue = createSharedQueue({
    ...{
      dispatcher,
      clock,
      run: { id: 'run' },
      selection: { waves: null },
      first: [],
      ended: new Set<string>(),
    },
    find: (source: string) => ({ source }),
    hasEnded: async () => false,
    takeLost: async () => null,
    async isKeptBack() {
      looks += 1;
      return isKeptBack();
    },
    ...{ isDone: async () => false, mayComeBack: () => false },
    ...{ onSettled() {}, queueAgain: async () => true, onError() {} },
    over: new AbortController().signal,
  });
  return { clock, queue, looks: () => looks };
}

describe('the queue of several processes', () => {
  it('is looked at once a second while its coordinator keeps all back, and given out after', async () => {
    let isKeptBack = true;
    const { clock, queue, looks } = queued(() => isKeptBack);
    const next = queue.take();
    await settled();
    await clock.pass(10_000);
    expect(looks()).toBe(11);
    isKeptBack = false;
    await clock.pass(1000);
    expect((await next)?.source).toBe('r11');
  });
});

describe('a run that is taken up again', () => {
  const options = { workers: 4, skipExisting: false } as MigrationOptions;
  const record = { options, replaced: [], read: digestOf(['{"version":1}', '{"a":1}']) };
  const sharing = { runs: {} as SharedRuns, openDispatcher: () => Promise.reject(new Error()) };

  function sharedAfter(earlier: SharedRun | null, change: Partial<typeof record> = {}): SharedRun {
    const shared = runToShare({ sharing }, 'migrate', { ...record, ...change }, earlier);
    if (shared === null) throw new Error('nothing is shared');
    return shared.run;
  }

  it('is the same for those who have joined it, whatever the number of its workers', () => {
    const first = sharedAfter(null);
    expect(sharedAfter(first, { options: { ...options, workers: 1 } })).toEqual(first);
  });

  it.each<[string, Partial<typeof record>]>([
    ['options', { options: { ...options, skipExisting: true } }],
    ['plan', { read: digestOf(['{"version":2}', '{"a":1}']) }],
    ['settings', { read: digestOf(['{"version":1}', '{"a":2}']) }],
  ])('is another one with other %s, which they join afresh', (_what, change) => {
    const first = sharedAfter(null);
    expect(sharedAfter(first, change).id).not.toBe(first.id);
  });
});
