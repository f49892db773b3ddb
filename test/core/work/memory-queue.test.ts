import { describe, expect, it } from 'vitest';
import { createMemoryQueue } from '../../../src/core/work/task-queue.ts';

const planned = (source: string) => ({ source, target: source, visibility: 'private' }) as const;

function queueOf(sources: readonly string[], now = { mayComeBack: false }) {
  const over = new AbortController();
  const queue = createMemoryQueue({
    repositories: sources.map(planned),
    over: over.signal,
    mayComeBack: () => now.mayComeBack,
  });
  return { queue, now, end: () => over.abort() };
}

describe('the queue of repositories', () => {
  it('gives them out in their order, and then none', async () => {
    const { queue } = queueOf(['one', 'two']);
    expect((await queue.take())?.source).toBe('one');
    expect((await queue.take())?.source).toBe('two');
    expect(await queue.take()).toBeNull();
  });

  it('has the next worker wait as long as one may come back', async () => {
    const { queue, now } = queueOf([]);
    now.mayComeBack = true;
    const [first, second] = [queue.take(), queue.take()];
    queue.putBack(planned('again'));
    expect((await first)?.source).toBe('again');
    now.mayComeBack = false;
    queue.lookAgain();
    expect(await second).toBeNull();
  });

  it('gives out nothing more once all is over', async () => {
    const { queue, end } = queueOf(['one']);
    end();
    expect(await queue.take()).toBeNull();
  });

  it('gives out one out of turn, once', async () => {
    const { queue } = queueOf(['one', 'two']);
    expect(queue.takeOut('two')?.source).toBe('two');
    expect(queue.takeOut('two')).toBeNull();
    expect((await queue.take())?.source).toBe('one');
    expect(await queue.take()).toBeNull();
  });
});
