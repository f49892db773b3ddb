import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import type { MigrationContext } from '../../../../src/core/replica/context/migration-context.ts';
import { runRepositories } from '../../../../src/core/run/repositories/run-repositories.ts';
import { createRunController } from '../../../../src/core/work/pausing/run-controller.ts';
import { createHandClock, settled } from '../../clocks.ts';

const second = 1000;

interface Scene {
  names: readonly string[];
  workers: number;
  delay: number;
  existing?: readonly string[];
  work?: number;
}

/** Repositories that fail after `work` milliseconds: only their starts matter here. */
function start({ names, workers, delay, existing = [], work = 0 }: Scene) {
  const clock = createHandClock();
  const begin = clock.now();
  const drain = new AbortController();
  const starts: { repository: string; at: number }[] = [];
  const ended: string[] = [];
  function emit(event: RunEvent): void {
    if (event.type === 'repository-started')
      starts.push({ repository: event.repository, at: clock.now() - begin });
    if (event.type === 'repository-finished') ended.push(`${event.repository} ${event.outcome}`);
  }
  const runController = createRunController({ clock, drain: drain.signal, emit });
  const context = {
    options: { workers, delayMilliseconds: delay },
    ...{ clock, runController, emit },
  } as unknown as MigrationContext;
  const running = runRepositories({
    context,
    repositories: names.map((name) => ({ source: name, target: name, visibility: 'private' })),
    work: {
      async run() {
        if (work > 0) await clock.sleep(work);
        throw new MigratorError('refused', 'No');
      },
      keep: async () => {},
    },
    skipped: new Map(existing.map((name) => [name, { reason: 'exists', webUrl: null }])),
    signal: new AbortController().signal,
    drain: drain.signal,
  });
  async function pass(milliseconds: number): Promise<void> {
    await settled();
    await clock.pass(milliseconds);
  }
  return {
    pass,
    runController,
    drain,
    starts,
    ended,
    running,
    at: () => starts.map(({ at }) => at),
  };
}

const four = ['a', 'b', 'c', 'd'];

describe('the pause between repositories', () => {
  it('lies between the starts of all workers', async () => {
    const { pass, running, at } = start({ names: four, workers: 4, delay: 5 * second });
    await pass(60 * second);
    await running;
    expect(at()).toEqual([0, 5 * second, 10 * second, 15 * second]);
  });

  it('lies between the starts of one worker', async () => {
    const { pass, running, at } = start({ names: four, workers: 1, delay: 2 * second });
    await pass(60 * second);
    await running;
    expect(at()).toEqual([0, 2 * second, 4 * second, 6 * second]);
  });

  it('lies between the end of one and the start of the next in a worker', async () => {
    const scene = { names: four, workers: 1, delay: 2 * second, work: 30 * second };
    const { pass, running, at } = start(scene);
    await pass(200 * second);
    await running;
    expect(at()).toEqual([0, 32 * second, 64 * second, 96 * second]);
  });

  it('lies between starts and after ends where several workers are busy', async () => {
    const scene = { names: four, workers: 2, delay: 5 * second, work: 20 * second };
    const { pass, running, at } = start(scene);
    await pass(200 * second);
    await running;
    expect(at()).toEqual([0, 5 * second, 25 * second, 30 * second]);
  });

  it('keeps nobody waiting without a delay', async () => {
    const { running, at } = start({ names: four, workers: 4, delay: 0 });
    await running;
    expect(at()).toEqual([0, 0, 0, 0]);
  });

  it('holds after a run was paused, where all workers wait', async () => {
    const { pass, runController, running, at } = start({
      names: four,
      workers: 4,
      delay: 5 * second,
    });
    await pass(0);
    runController.controls.pause();
    await pass(100 * second);
    runController.controls.resume();
    await pass(60 * second);
    await running;
    expect(at()).toEqual([0, 100 * second, 105 * second, 110 * second]);
  });

  it('does not count a repository that is skipped while it waits', async () => {
    const { pass, runController, running, starts, ended } = start({
      names: four,
      workers: 4,
      delay: 5 * second,
    });
    await pass(second);
    runController.controls.skip('b');
    await pass(60 * second);
    await running;
    expect(ended).toContain('b skipped');
    expect(starts.filter(({ repository }) => repository !== 'b').map(({ at }) => at)).toEqual([
      0,
      5 * second,
      10 * second,
    ]);
  });

  it('does not pause for repositories that are left as they are', async () => {
    const { pass, running, at, ended } = start({
      names: four,
      workers: 1,
      delay: 5 * second,
      existing: ['a', 'b', 'c'],
    });
    await pass(0);
    await running;
    expect(at()).toEqual([0, 0, 0, 0]);
    expect(ended).toHaveLength(4);
  });

  it('ends with a run that is to end', async () => {
    const { pass, drain, running, at } = start({ names: four, workers: 4, delay: 5 * second });
    await pass(second);
    drain.abort();
    const { stoppedBy } = await running;
    expect(stoppedBy?.code).toBe('interrupted');
    expect(at()).toEqual([0]);
  });
});
