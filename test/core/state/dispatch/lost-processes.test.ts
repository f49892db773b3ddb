import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { Dispatcher } from '../../../../src/core/ports/state/dispatcher.ts';
import {
  type DispatcherPlace,
  everything,
  openDispatcherPlace,
  repository,
} from './dispatcher-place.ts';

let place: DispatcherPlace;
let dispatcher: Dispatcher;
beforeAll(async () => {
  place = await openDispatcherPlace();
  dispatcher = await place.open();
});
afterAll(() => place[Symbol.asyncDispose]());

async function takeElsewhere() {
  const file = fileURLToPath(new URL('taking-process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, place.database.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, source: String(line).trim() };
}

async function takeAgain(): Promise<readonly string[]> {
  const sources: string[] = [];
  while (sources.length < 2) {
    const taken = await dispatcher.take(everything);
    if (taken === null) await systemClock.sleep(100);
    else sources.push(taken.source);
  }
  return sources.sort();
}

describe('a repository of a process', () => {
  it('is taken by another within 15 seconds once the process is killed or stopped, and by none while it lives', async () => {
    await dispatcher.queue(['a', 'b', 'c'].map((source) => repository({ source })));
    const [killed, stopped, living] = [
      await takeElsewhere(),
      await takeElsewhere(),
      await takeElsewhere(),
    ];
    killed.child.kill('SIGKILL');
    stopped.child.kill('SIGSTOP');
    const begun = performance.now();
    expect(await takeAgain()).toEqual([killed.source, stopped.source].sort());
    const seconds = (performance.now() - begun) / 1000;
    // By the database's clock, from the last sign of life: never before ten seconds without any.
    expect(seconds).toBeGreaterThan(6);
    // It continues, and ends nothing that is no longer its own.
    stopped.child.kill('SIGCONT');
    for (const one of [stopped, living]) {
      one.child.stdin.write('\n');
      await once(one.child, 'exit');
    }
    expect(await place.countJobs('mig_1')).toEqual({ 'migrate active': 2 });
  });
});
