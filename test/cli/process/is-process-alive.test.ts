import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createIsProcessAlive,
  isEndedState,
  stateInStat,
} from '../../../src/cli/process/is-process-alive.ts';

let parent: ChildProcess;
let child: number;
beforeEach(async () => {
  // What a shell has started in the background stays a child of the `sleep` that it becomes, which never asks for it.
  parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout?.setEncoding('utf8') ?? parent, 'data')) as [string];
  child = Number(line);
});
afterEach(() => {
  parent.kill('SIGKILL');
});

// Linux by its own files; `ps`, as on other systems, answers there as well.
describe.each(['linux', 'darwin'] as const)('createIsProcessAlive on %s', (platform) => {
  it('takes a process that runs for alive, and one that was killed and not reaped for dead', async () => {
    expect(createIsProcessAlive(platform)(child)).toBe(true);
    process.kill(child, 'SIGKILL');
    // A new one each time: an answer of ps holds for a second.
    await expect.poll(() => createIsProcessAlive(platform)(child)).toBe(false);
    expect(process.kill(child, 0)).toBe(true);
  });

  it('takes itself for alive', () => {
    expect(createIsProcessAlive(platform)(process.pid)).toBe(true);
  });
});

describe('the state of a process', () => {
  it('stands behind a name that may hold parentheses and spaces', () => {
    expect(stateInStat('12 (a) R (b) Z 1 12 12 0')).toBe('Z 1 12 12 0');
  });

  it.each([
    ['Z+\n', true],
    ['X', true],
    ['R', false],
    ['S+', false],
    ['T', false],
    ['', false],
  ])('%j means that it has ended: %s', (state, hasEnded) => {
    expect(isEndedState(state)).toBe(hasEnded);
  });
});
