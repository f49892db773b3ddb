import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App, AppFlags } from '../../../../src/core/commands/app.ts';
import type {
  CommandProgram,
  OpenAppOptions,
} from '../../../../src/core/commands/command-program.ts';
import type { StartSelf } from '../../../../src/core/commands/demo/processes/own-process.ts';
import { startProcesses } from '../../../../src/core/commands/demo/processes/start-processes.ts';
import type { OpenHosts } from '../../../../src/core/commands/embedded-hosts/open.ts';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { exitCodeOf } from '../../../../src/core/kernel/exit-codes.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import { at, finished } from '../../report/events.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Processes that are alive once they are started, and write what the test wants. */
function world({
  url = 'postgresql://here',
  areAlive = true,
}: {
  url?: string | null;
  areAlive?: boolean;
}) {
  const signals: string[] = [];
  const said: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  let next = 100;
  const startSelf: StartSelf = (args, { MIGRATOR_DATABASE_URL }) => {
    expect([args[0], MIGRATOR_DATABASE_URL]).toEqual(['worker', url]);
    const pid = next;
    next += 1;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    mkdirSync(join(folder, 'workers'), { recursive: true });
    if (areAlive) writeFileSync(join(folder, 'workers', `${pid}.alive`), '');
    else end();
    return {
      pid,
      ended,
      onLine: (listener) => void listeners.push(listener),
      kill(signal) {
        signals.push(`${signal} ${pid}`);
        end();
      },
    };
  };
  let tell: (event: RunEvent) => void = () => {};
  const program = {
    platform: 'linux',
    clock: systemClock,
    drain: new AbortController().signal,
    isProcessAlive: () => true,
    openApp: async ({ onEvent }: OpenAppOptions) => {
      tell = (event) => onEvent?.(at(event));
      return {} as App;
    },
  } as unknown as CommandProgram;
  const opened = {
    hosts: { startDatabase: async () => url },
    environment: { MIGRATOR_STATE_DIR: folder },
  } as unknown as OpenHosts;
  return {
    ...{ signals, said, program },
    start: () =>
      startProcesses({ program, opened, processes: 3, startSelf, say: (line) => said.push(line) }),
    write: (worker: number, line: string) => listeners[worker]?.(line),
    tell: (event: RunEvent) => tell(event),
  };
}

const pushing = (repository: string) =>
  JSON.stringify({ type: 'step-started', repository, step: 'push' });

describe('the processes of the demo', () => {
  it('are not started without PostgreSQL, which it says with what to do', async () => {
    const error = await world({ url: null })
      .start()
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof MigratorError)) throw new Error('it started');
    expect(exitCodeOf(error.code)).toBe(3);
    expect(error.hint).toMatch(/^Install it .* or run the demo without --processes\.$/);
  });

  it('are all ended where one of them does not start', async () => {
    const { start, signals } = world({ areAlive: false });
    await expect(start()).rejects.toThrow('exited right after it started');
    expect(signals).toEqual(['SIGTERM 100', 'SIGTERM 101']);
  });

  it('lose the first that pushes, and only that, and say who took its repository over', async () => {
    const { start, write, tell, signals, said, program } = world({});
    const processes = await start();
    await processes.watched(program).openApp({ program, flags: {} as AppFlags });
    write(0, pushing('docs'));
    tell({ type: 'processes', working: 2 });
    write(1, pushing('docs'));
    tell({ type: 'processes', working: 3 });
    write(0, pushing('api').replace('push', 'fetch'));
    write(0, '{"type":"step-sta');
    expect(signals).toEqual([]);
    expect(processes.summary()).toContain('No process was killed');
    write(1, pushing('api\u001b[2J'));
    write(0, pushing('web'));
    expect(signals).toEqual(['SIGKILL 101']);
    expect(said).toEqual(['killed   process 101, in the middle of api\\u001b[2J']);
    tell(finished('web'));
    expect(processes.summary()).toContain('it is not finished');
    tell(finished('api\u001b[2J'));
    expect(processes.summary()).toContain('another took it over and finished it');
    await processes[Symbol.asyncDispose]();
    expect(signals.slice(1)).toEqual(['SIGTERM 100', 'SIGTERM 101']);
  });
});
