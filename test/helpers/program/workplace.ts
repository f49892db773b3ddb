import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/sandbox.ts';
import { loadArchive } from '../../../src/core/archive/check/load-archive.ts';
import { licensing } from '../../../src/core/license/issue/issue-license.ts';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import { keptHistories } from '../kept-histories.ts';
import { runHere } from './run-here.ts';
import { type Ended, type Running, runProgram, startProgram } from './run-program.ts';

export interface Workplace extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Where the program runs; its state is in `state` below it. */
  readonly folder: string;
  write(name: string, content: string | object): string;
  /** A plan of these sources, each with the same name on the target unless `source:target` is given. */
  plan(...repositories: readonly string[]): Plan;
  start(
    args: readonly string[],
    environment?: Readonly<Record<string, string | undefined>>,
    stdin?: 'pipe' | 'ignore',
  ): Running;
  /** Runs a command line in this process, as most that is said of commands needs no other: which takes a fifth of the time. */
  run(
    args: readonly string[],
    environment?: Readonly<Record<string, string | undefined>>,
  ): Promise<Ended>;
  /** As if the last command had ended long ago: the program need not wait for limits of the requests before. */
  forgetRequests(): void;
  /** Runs the built program in a process of its own. */
  runAlone(
    args: readonly string[],
    environment?: Readonly<Record<string, string | undefined>>,
  ): Promise<Ended>;
}

/** A folder to run the program in, and both hosts to run it against. */
export async function openWorkplace(options: Partial<SandboxOptions> = {}): Promise<Workplace> {
  const folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  const sandbox = await startSandbox({
    folder: join(folder, 'hosts'),
    workspace: 'empty',
    licensing,
    loadArchive,
    gitEnvironmentPath: process.env.PATH ?? '',
    histories: keptHistories,
    ...options,
  });
  function settings(environment: Readonly<Record<string, string | undefined>> = {}) {
    return { cwd: folder, environment: { ...usersEnvironment(sandbox), ...environment } };
  }
  return {
    sandbox,
    folder,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return path;
    },
    plan(...repositories) {
      return {
        version: 1,
        source: { kind: sandbox.source, workspace: sandbox.workspace },
        target: { organization: sandbox.organization },
        options: {},
        repositories: repositories.map((names) => {
          const [source = '', target = source] = names.split(':');
          return { source, target, visibility: 'private' };
        }),
      };
    },
    start: (args, environment, stdin) => startProgram(args, { ...settings(environment), stdin }),
    run: (args, environment) => runHere(args, settings(environment)),
    forgetRequests() {
      const state = join(folder, 'state');
      for (const name of readdirSync(state))
        if (/^pace-\d+\.sqlite/.test(name)) rmSync(join(state, name));
    },
    runAlone: (args, environment) => runProgram(args, settings(environment)),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
