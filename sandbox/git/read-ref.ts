import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';

/** The hash that a ref holds, from the files, so that thousands of look-ups cost nothing; `null` if it is not there. */
export function readRef(directory: string, name: string): string | null {
  const loose = join(directory, name);
  // Beside `a/b` there is a folder `a`.
  if (isPlain(name) && existsSync(loose) && statSync(loose).isFile())
    return readFileSync(loose, 'utf8').trim();
  const packed = join(directory, 'packed-refs');
  if (!existsSync(packed)) return null;
  const wanted = ` ${name}`;
  const line = readFileSync(packed, 'utf8')
    .split('\n')
    .find((one) => one.endsWith(wanted) && one.length === 40 + wanted.length);
  return line?.slice(0, 40) ?? null;
}

/** Takes a branch away and leaves its commits, as a host does that has not cleaned up yet. */
export async function deleteBranch(
  tools: GitTools,
  directory: string,
  branch: string,
): Promise<void> {
  await runGit(tools, directory, ['update-ref', '-d', `refs/heads/${branch}`]);
  // A log of the ref would keep the commits reachable.
  rmSync(join(directory, 'logs'), { recursive: true, force: true });
}

function isPlain(name: string): boolean {
  return /^refs\/[^\0]+$/.test(name) && !name.split('/').includes('..');
}
