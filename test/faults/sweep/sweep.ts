import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Fate, SweepCase, SweepSetting } from './case.ts';
import { fates, nameOf, settings } from './case.ts';
import type { CaseResult } from './run-case.ts';
import type { Task } from './worker.ts';

export interface SweptCase extends CaseResult {
  readonly one: SweepCase;
}

export interface Sweep {
  readonly cases: readonly SweptCase[];
  readonly seconds: number;
}

export interface SweepOptions {
  readonly atOnce: number;
  /** One case of so many; 1 for all of them. */
  readonly every: number;
  /** Only the writes of planned settings and after them, in one way to write comments. */
  readonly onlySettings: boolean;
  readonly onlyImports: boolean;
  readonly say: (line: string) => void;
}

/** Strikes every write of a migration, in every setting and in every way, each in a migration of its own. */
export async function runSweep(options: SweepOptions): Promise<Sweep> {
  const { atOnce, every, onlySettings, onlyImports, say } = options;
  const startedAt = performance.now();
  const workers = Array.from({ length: atOnce }, () =>
    fork(new URL('worker.ts', import.meta.url), { serialization: 'advanced' }),
  );
  try {
    const writes = new Map<SweepSetting, readonly string[]>();
    const chosenSettings = settings.filter(
      ({ comments }) =>
        (!onlySettings || comments === 'threaded') && (!onlyImports || comments === 'imported'),
    );
    await inTurns(workers, chosenSettings, async (worker, setting) => {
      writes.set(setting, await ask<readonly string[]>(worker, { kind: 'list', setting }));
    });
    const planned = chosenSettings.flatMap((setting) => {
      const all = writes.get(setting) ?? [];
      // The first planned setting is the ways to merge.
      const from = onlySettings ? all.indexOf('key, webhook or autolink') - 1 : 0;
      return casesOf(setting, all).filter(({ write }) => write > from);
    });
    const chosen = planned.filter((_, index) => index % every === 0);
    say(`${chosen.length} cases`);
    const cases = new Map<SweepCase, SweptCase>();
    await inTurns(workers, chosen, async (worker, one) => {
      const result = await ask<CaseResult>(worker, { kind: 'case', one });
      cases.set(one, { one, ...result });
      for (const { kind, what } of result.findings)
        say(`${nameOf(one)}, ${result.struck}: ${kind}: ${what}`);
      if (cases.size % 50 === 0) say(`${cases.size} of ${chosen.length}`);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    return { cases: chosen.flatMap((one) => cases.get(one) ?? []), seconds };
  } finally {
    for (const worker of workers) worker.disconnect();
  }
}

function casesOf(setting: SweepSetting, writes: readonly string[]): readonly SweepCase[] {
  return fates.flatMap((fate: Fate) =>
    writes.map((_, index) => ({ setting, fate, write: index + 1 })),
  );
}

async function inTurns<T>(
  workers: readonly ChildProcess[],
  tasks: readonly T[],
  work: (worker: ChildProcess, task: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function run(worker: ChildProcess): Promise<void> {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      await work(worker, task);
    }
  }
  await Promise.all(workers.map(run));
}

async function ask<T>(worker: ChildProcess, task: Task): Promise<T> {
  const ended = new AbortController();
  const answered = once(worker, 'message', { signal: ended.signal });
  const gone = once(worker, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a worker of the sweep has ended');
  });
  worker.send(task);
  try {
    const [answer] = (await Promise.race([answered, gone])) as [{ result?: T; error?: string }];
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result as T;
  } finally {
    ended.abort();
    await Promise.allSettled([answered, gone]);
  }
}
