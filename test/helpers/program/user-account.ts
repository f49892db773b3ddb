import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { folderWithMode, otherAccount } from './other-account.ts';
import { environmentIn, programFile } from './run-program.ts';
import type { Workplace } from './workplace.ts';

/** An account that is not root; only root can play it. */
export const userAccount = 54_321;

/** Runs a command as the account that is neither ours nor root's. */
export function asOther(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { uid: otherAccount, gid: otherAccount });
}

interface Program {
  readonly node: string;
  readonly file: string;
}

/** The built program where the account can reach it: copied into the folder if the checkout lies in one of ours alone. */
function reachableProgram(folder: string): Program {
  const script = `require('node:fs').accessSync(${JSON.stringify(programFile)})`;
  const asUser = { uid: userAccount, gid: userAccount, cwd: '/' };
  if (spawnSync(process.execPath, ['-e', script], asUser).status === 0)
    return { node: process.execPath, file: programFile };
  const [root, copy] = [
    join(dirname(programFile), '..'),
    folderWithMode(join(folder, 'copy'), 0o755),
  ];
  for (const name of ['bin', 'dist', 'assets', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const node = join(copy, 'node');
  cpSync(process.execPath, node, { dereference: true });
  return { node, file: join(copy, 'bin', 'migrator.cjs') };
}

/** The built program as a user runs it on a machine of several: a home, a folder where everybody can create files. */
export function openUserAccount(place: Workplace) {
  chmodSync(place.folder, 0o755);
  const home = folderWithMode(join(place.folder, 'home'), 0o700, userAccount);
  const TMPDIR = folderWithMode(join(place.folder, 'users-tmp'), 0o700, userAccount);
  const shared = folderWithMode(join(place.folder, 'shared'), 0o1777);
  const { node, file } = reachableProgram(place.folder);
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
    const child = spawn(node, [file, ...args], {
      ...{ cwd: home, env, uid: userAccount, gid: userAccount },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
      });
    }
    return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  }
  return { home, shared, run };
}
