import { describe, expect, it } from 'vitest';
import { newRun } from '../../../../src/core/run/shared/lead-run.ts';
import { gate, migration, sharedTaskPlaceForEach, slugs } from './shared-task-place.ts';

const { processOf, hang, lead, join, rowsOf, die, endAll, speedUp } = sharedTaskPlaceForEach();

describe('work that several processes share', () => {
  it('is done once for each repository, and gathered in order', async () => {
    const bothWork = gate();
    const started: string[] = [];
    const work = async (source: string) => {
      started.push(source);
      if (started.length === 2) bothWork.open();
      await bothWork.opened;
    };
    const joined = join(2, work);
    const { results, told } = await lead({ pid: 1, work });
    expect(results.map(({ name }) => name)).toEqual(slugs);
    expect(new Set(results.map(({ by }) => by))).toEqual(new Set([1, 2]));
    expect([...told].sort()).toEqual(slugs);
    expect([...started].sort()).toEqual(slugs);
    const { did, stopped } = await joined;
    expect([...did].sort()).toEqual(results.filter(({ by }) => by === 2).map(({ name }) => name));
    expect(stopped).toBeNull();
    expect([await rowsOf('run'), await rowsOf('run_result')]).toEqual([0, 0]);
  });

  it('is taken over from a process that died, whose late result does not count', async () => {
    const dead = gate();
    const late: unknown[] = [];
    const joined = join(2, async (source, signal) => {
      dead.open();
      await hang(signal).catch(() => {});
      late.push(source);
    });
    const { results } = await lead({
      pid: 1,
      async work() {
        await dead.opened;
        die(2);
      },
    });
    expect(results.map(({ by }) => by)).toEqual(slugs.map(() => 1));
    endAll();
    expect((await joined).did).toEqual(late);
    expect(late).toHaveLength(1);
  });

  it('starts over where the process that led it died, and takes no result of the run before', async () => {
    const begun = gate();
    const handedOver = gate();
    const first = lead({
      pid: 1,
      async work(_, signal) {
        begun.open();
        await hang(signal);
      },
    });
    first.catch(() => {});
    await begun.opened;
    const joined = join(2, async (source) => {
      if (source === 'cat') handedOver.open();
      return { name: source, by: 99 };
    });
    await handedOver.opened;
    die(1);
    const { results } = await lead({ pid: 3 });
    expect(results).toEqual(slugs.map((name) => ({ name, by: 3 })));
    await joined;
    expect(await rowsOf('run_result')).toBe(0);
  });

  it('ends with a sentence where another process hands over what cannot be read', async () => {
    const handedOver = gate();
    const joined = join(2, async () => {
      handedOver.open();
      return { name: 7, text: 'of a newer version' };
    });
    const leading = lead({ pid: 1, work: () => handedOver.opened });
    await expect(leading).rejects.toMatchObject({
      code: 'state',
      message: expect.stringMatching(/^Cannot read from another process: what was tried of \w+$/),
      hint: expect.stringContaining('same version of the program on all machines'),
    });
    await joined;
    expect(await rowsOf('run')).toBe(0);
  });

  it('leaves a repository that failed in another process to the one that leads', async () => {
    const failed = gate();
    const joined = join(2, async () => {
      failed.open();
      throw new Error('the network is away here');
    });
    joined.catch(() => {});
    const { results } = await lead({ pid: 1, work: () => failed.opened });
    expect(results.map(({ by }) => by)).toEqual(slugs.map(() => 1));
    await expect(joined).rejects.toThrow('the network is away here');
  });

  it('keeps no worker where nobody leads it any more', async () => {
    speedUp(30);
    const { store, services } = processOf(1);
    const writer = await store.acquire(migration.id, services.process, 'verify');
    await writer.share?.(newRun('verify', {}));
    const joined = join(2);
    die(1);
    expect((await joined).did).toEqual([]);
    expect(await rowsOf('run')).toBe(0);
  });
});
