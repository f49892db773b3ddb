import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { folderWithMode, otherAccount, playsOthers } from './other-account.ts';
import { environmentIn, programFile } from './run-program.ts';
import type { Workplace } from './workplace.ts';

/** An account that is not root; only root can play it. */
export const userAccount = 54_321;

/** Tells whether this process can play that account, and the account can reach the built program and Node. */
export const playsUser = playsOthers && reachesProgram();

function reachesProgram(): boolean {
  const script = `require('node:fs').accessSync(${JSON.stringify(dirname(programFile))})`;
  const options = { uid: userAccount, gid: userAccount, cwd: '/' };
  return spawnSync(process.execPath, ['-e', script], options).status === 0;
}

/** Runs a command as the account that is neither ours nor root's. */
export function asOther(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { uid: otherAccount, gid: otherAccount });
}

/** The built program as a user runs it on a machine of several: a home, a folder where everybody can create files. */
export function openUserAccount(place: Workplace) {
  chmodSync(place.folder, 0o755);
  const home = folderWithMode(join(place.folder, 'home'), 0o700, userAccount);
  const TMPDIR = folderWithMode(join(place.folder, 'users-tmp'), 0o700, userAccount);
  const shared = folderWithMode(join(place.folder, 'shared'), 0o1777);
  function run(args: readonly string[], environment: Record<string, string | undefined> = {}) {
    const own = { HOME: home, TMPDIR, MIGRATOR_STATE_DIR: join(home, 'state') };
    const env = environmentIn({
      cwd: place.folder,
      environment: {
        ...usersEnvironment(place.sandbox),
        ...own,
        NODE_COMPILE_CACHE: undefined,
        ...environment,
      },
    });
    const child = spawn(process.execPath, [programFile, ...args], {
      ...{ cwd: home, env, uid: userAccount, gid: userAccount },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    return new Promise<{ code: number | null; output: string }>((resolve) => {
      child.on('close', (code) => resolve({ code, output }));
    });
  }
  return { home, shared, run };
}
