import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** How the sandbox runs git: nothing of the user's own configuration takes part. */
export interface GitTools {
  readonly environment: Readonly<Record<string, string>>;
}

const executeFile = promisify(execFile);

// Nothing here must outlive the machine, large files are not worth a search for deltas, and no clean-up may start
// on its own.
const configurationText = `[core]
\tfsync = none
\tbigFileThreshold = 1m
[gc]
\tauto = 0
`;

/** @throws Error if there is no git on the path */
export async function findGitTools(options: { folder: string; path: string }): Promise<GitTools> {
  const home = join(options.folder, 'home');
  await mkdir(home, { recursive: true });
  const configuration = join(home, 'gitconfig');
  await writeFile(configuration, configurationText);
  const environment = {
    PATH: options.path,
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: configuration,
    GIT_TERMINAL_PROMPT: '0',
  };
  if (!isOnPath(options.path, 'git')) throw new Error('There is no git on the PATH');
  return { environment };
}

function isOnPath(path: string, program: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** Standard output of one git command. @throws Error with what git said if it fails */
export async function runGit(
  tools: GitTools,
  directory: string,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await executeFile('git', args, {
    cwd: directory,
    env: { ...tools.environment },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

/** Feeds a stream to one git command. @throws Error with what git said if it fails */
export async function feedGit(
  tools: GitTools,
  directory: string,
  args: readonly string[],
  input: Readable,
): Promise<void> {
  const child = spawn('git', args, {
    cwd: directory,
    env: { ...tools.environment },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const [ended] = await Promise.allSettled([
    once(child, 'close') as Promise<[number | null]>,
    pipeline(input, child.stdin),
  ]);
  if (ended.status === 'rejected') throw ended.reason;
  if (ended.value[0] === 0) return;
  throw new Error(`git ${args.join(' ')} failed: ${Buffer.concat(complaints).toString('utf8')}`);
}
