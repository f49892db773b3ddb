import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitedBy, throughput } from '../../../../src/core/report/estimate/throughput.ts';
import { timeLeft } from '../../../../src/core/report/estimate/time-left.ts';
import { ratePerSecond } from '../../../../src/core/report/run/rate.ts';
import { activeTime, timeTaken } from '../../../../src/core/report/run/repository-view.ts';
import type { RunState } from '../../../../src/core/report/run/run-state.ts';
import { workDone } from '../../../../src/core/report/run/work-done.ts';
import { noon } from '../../report/events.ts';
import { SimulatedMigration } from './simulated-migration.ts';

const sources = ['api', 'web', 'docs', 'old', 'app'];

/** Every number that a screen shows of a run. */
function numbers(run: RunState, now: number) {
  const work = workDone(run);
  const ofEach = [...run.repositories.values()].map((view) => ({
    source: view.source,
    status: view.status,
    step: view.step,
    warnings: view.warnings,
    endedEarlier: view.endedEarlier,
    rate: ratePerSecond(view.points, view.progress?.done ?? 0, now),
    elapsed: view.endedEarlier ? null : timeTaken({ ...view, finishedAt: null }, run, now),
  }));
  return {
    status: run.status,
    heldSince: run.heldSince,
    work,
    percent: work.total === 0 ? 0 : (100 * work.done) / work.total,
    elapsed: activeTime(run, now),
    timeLeft: timeLeft({ run, now }),
    throughput: throughput(run, now),
    limitedBy: limitedBy(run, now),
    ofEach,
  };
}

async function expectSame(migration: SimulatedMigration): Promise<void> {
  const { run, now } = migration;
  expect(numbers(await migration.watched(), now)).toEqual(numbers(run, now));
}

function finish(migration: SimulatedMigration, ...names: readonly string[]): void {
  for (const name of names) {
    for (let turn = 0; turn < 20; turn += 1) migration.work(name);
  }
}

async function startAgain(migration: SimulatedMigration, kind: 'stop' | 'kill'): Promise<void> {
  await migration[kind]();
  if (kind === 'stop') await expectSame(migration);
  migration.now += 1000;
  await migration.start();
}

describe('followRun', () => {
  it('counts repositories of earlier runs as done, as the run itself does', async () => {
    const migration = new SimulatedMigration(sources);
    await migration.start();
    finish(migration, 'api', 'web');
    migration.work('docs');
    migration.fail('docs');
    await migration.stop();
    migration.now += 60_000;
    await migration.start();
    await expectSame(migration);
    expect(workDone(await migration.watched())).toMatchObject({
      ...{ total: 5, succeeded: 2, failed: 0, pending: 3, running: 0 },
      done: 2,
    });
  });

  it('reads only new events from the second time on', async () => {
    const migration = new SimulatedMigration(sources);
    await migration.start();
    finish(migration, 'api', 'web');
    await migration.watched();
    migration.stored.read.length = 0;
    finish(migration, 'docs');
    await expectSame(migration);
    // One start and two finished repositories; nothing of the other types.
    expect(migration.stored.read).toEqual([1, 0, 0, 2, 0, 0]);
  });

  it('counts steps of earlier runs', async () => {
    const migration = new SimulatedMigration(['api'], { pullRequests: 0, requests: 0 });
    await migration.start();
    for (let turn = 0; turn < 7; turn += 1) migration.work('api');
    await migration.stop();
    migration.now += 1000;
    await migration.start();
    migration.work('api');
    migration.work('api');
    await expectSame(migration);
    expect(workDone(migration.run).done).toBeCloseTo(3 / 9);
  });

  it('takes what a killed run was working on for pending until the next run comes to it', async () => {
    const migration = new SimulatedMigration(sources);
    await migration.start();
    migration.work('api');
    migration.work('api');
    migration.now += 5000;
    await migration.kill();
    const killed = await migration.watched();
    expect(killed).toMatchObject({ status: 'paused', startedAt: noon });
    expect(workDone(killed)).toMatchObject({ running: 0, pending: 5 });
    await migration.start();
    await expectSame(migration);
    expect(workDone(await migration.watched())).toMatchObject({ running: 0, pending: 5 });
  });

  it('estimates the same time left, also when it begins to watch late', async () => {
    const migration = new SimulatedMigration(sources, { pullRequests: 0, requests: 0 });
    await migration.start();
    for (let second = 0; second < 40; second += 1) {
      migration.now += 1000;
      migration.work(second < 20 ? 'api' : 'web');
    }
    await expectSame(migration);
    expect(timeLeft({ run: await migration.watched(), now: migration.now })).not.toBeNull();
  });

  it('shows the same numbers as the run, whatever happens in it', async () => {
    const command = fc.record({
      kind: fc.oneof(
        { weight: 40, arbitrary: fc.constant('work' as const) },
        { weight: 10, arbitrary: fc.constantFrom('progress', 'wait') },
        { weight: 3, arbitrary: fc.constantFrom('fail', 'skip', 'retry', 'pause', 'stop', 'kill') },
      ),
      source: fc.constantFrom(...sources),
      milliseconds: fc.nat(6000),
      done: fc.nat(1000),
    });
    const history = fc.array(command, { maxLength: 120, size: 'max' });
    // Long enough for an estimate.
    const steadyWork = Array.from({ length: 40 }, (_, second) => ({
      ...{ kind: 'work' as const, milliseconds: 999, done: 0 },
      source: second < 20 ? 'api' : 'web',
    }));
    const onlyGit = { pullRequests: 0, requests: 0 };
    const estimates = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(undefined, onlyGit), async (commands, forecast) => {
        const migration = new SimulatedMigration(sources, forecast);
        await migration.start();
        let share = 0;
        for (const { kind, source, milliseconds, done } of commands) {
          migration.now += 1 + milliseconds;
          if (kind === 'stop' || kind === 'kill') await startAgain(migration, kind);
          else if (kind === 'pause') migration.togglePause();
          else migration[kind](source, done);
          await expectSame(migration);
          const now = workDone(migration.run).share;
          // It begins again with each run.
          if (kind !== 'stop' && kind !== 'kill') expect(now).toBeGreaterThanOrEqual(share);
          share = now;
          estimates.add(timeLeft({ run: migration.run, now: migration.now }) !== null);
        }
      }),
      { numRuns: 100, examples: [[steadyWork, onlyGit]] },
    );
    expect(estimates).toEqual(new Set([false, true]));
  });

  it('names the process of each repository, and follows workers without a coordinator to their end', async () => {
    const migration = new SimulatedMigration(sources);
    await migration.start();
    migration.work('api');
    const far = { pid: 7, hostname: 'far' };
    migration.stored.claims = [{ source: 'api', ...far }];
    const { repositories, processes } = await migration.watched();
    expect(repositories.get('api')?.process).toEqual(far);
    expect(processes).toBe(2);
    expect(await migration.ends()).toEqual({ isOver: false, isLed: true });
    await migration.kill();
    expect(await migration.ends()).toEqual({ isOver: false, isLed: false });
    migration.stored.claims = [{ source: 'worker 1', ...far }];
    expect(await migration.ends()).toEqual({ isOver: false, isLed: false });
    migration.stored.claims = [];
    expect(await migration.ends()).toEqual({ isOver: true, isLed: false });
  });
});
