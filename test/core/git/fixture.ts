import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBareRepository } from '../../../sandbox/git/bare-repository.ts';
import { readRef } from '../../../sandbox/git/read-ref.ts';
import type { GitNetwork } from '../../../src/core/git/process/git-settings.ts';
import { createGitTool, type GitTool } from '../../../src/core/git/process/git-tool.ts';
import type { GitPatience } from '../../../src/core/git/process/read-again.ts';
import { systemClock } from '../../../src/core/kernel/clock.ts';
import { createNetwork } from '../../../src/core/network/tls-proxy/network.ts';
import type { TargetLimits } from '../../../src/core/ports/target-host.ts';

const timeouts = { connectTimeoutSeconds: 10, readTimeoutSeconds: 60 };

export const generous: TargetLimits = {
  maxFileBytes: 100 * 1024 * 1024,
  maxPushBytes: 2 * 1024 ** 3,
  maxRefNameBytes: 255,
  requiresLfsObjects: true,
  pushesPerMinute: null,
  mergesPerMinute: null,
  concurrentWrites: 1,
  refsPerPush: 500,
  bodyCharacters: 60_000,
  commentsPerReview: 25,
};

export { systemClock };

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** A folder of its own for one test. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'git-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Reports failures at once. */
const impatient: GitPatience = {
  clock: systemClock,
  random: () => 0,
  onWait: () => undefined,
  outageMilliseconds: 0,
};

export async function makeTool(
  runFolder: string,
  options: { network?: Partial<GitNetwork>; path?: string; patience?: Partial<GitPatience> } = {},
): Promise<GitTool> {
  const requests = await createNetwork({ env: {}, caFiles: [], ...timeouts });
  const tool = await createGitTool({
    environment: { PATH: options.path ?? process.env.PATH, SECRET_OF_THE_USER: 'never-passed-on' },
    runFolder,
    network: { requests, forwarder: null, authorities: null, ...timeouts, ...options.network },
    log: () => undefined,
    launcher: { kill: (pid, signal) => process.kill(pid, signal) },
    patience: { ...impatient, ...options.patience },
  });
  return {
    ...tool,
    async close() {
      await tool.close();
      await requests.close();
    },
  };
}

/** Plain git for arranging and looking: without any of our settings. */
export function git(folder: string, ...args: string[]): string {
  return gitWith('', folder, ...args);
}

function gitWith(input: string | Buffer, folder: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z',
    },
  });
}

/** A bare repository below a server's root; receives by HTTP. */
export function bareRepository(root: string, name: string): string {
  const path = join(root, name);
  createBareRepository(path);
  // As the hosts' own: no clean-up starts behind a push.
  appendFileSync(join(path, 'config'), '[receive]\n\tautogc = false\n');
  return path;
}

type Files = Readonly<Record<string, string | Buffer>>;

/** Commits files on a branch of a bare repository, as a child of what the branch names. */
export function commitFiles(
  bare: string,
  branch: string,
  files: Files,
  message = 'change',
): string {
  return commitHistory(bare, branch, [files], message);
}

/** The same with a commit for each, one on the other. @returns the hash of the last */
export function commitHistory(
  bare: string,
  branch: string,
  history: readonly Files[],
  message = 'change',
): string {
  const data = (content: string | Buffer) => {
    const bytes = Buffer.from(content);
    return [`data ${bytes.length}\n`, bytes, '\n'];
  };
  const isThere = readRef(bare, `refs/heads/${branch}`) !== null;
  const commits = history.flatMap((files, index) => [
    `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> 1577836800 +0000\n`,
    ...data(`${message}\n`),
    isThere && index === 0 ? `from refs/heads/${branch}^0\n` : '',
    ...Object.entries(files).flatMap(([name, content]) => [
      `M 100644 inline ${JSON.stringify(name)}\n`,
      ...data(content),
    ]),
  ]);
  // One process, where a working copy and a push take twenty.
  const input = Buffer.concat([...commits, 'get-mark :1\n'].map((one) => Buffer.from(one)));
  const keepsPack = ['-c', 'fastimport.unpackLimit=1'];
  return gitWith(input, bare, ...keepsPack, 'fast-import', '--quiet', '--cat-blob-fd=1').trim();
}

/** Waits for something to become true; the test's own time-out is the limit. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
