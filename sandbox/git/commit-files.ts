import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';

/** A commit on top of another one, with these files added or replaced; the branch then leads to it. */
export async function commitFiles(
  tools: GitTools,
  directory: string,
  commit: {
    readonly branch: string;
    readonly parent: string;
    readonly message: string;
    readonly files: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const { branch, parent, message, files } = commit;
  const scratch = join(directory, `scratch-${randomUUID()}`);
  const identity = { NAME: 'Robin Keller', EMAIL: 'robin.keller@acme.example' };
  const own = Object.entries(identity).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const withIndex: GitTools = {
    environment: {
      ...tools.environment,
      ...Object.fromEntries(own),
      GIT_INDEX_FILE: `${scratch}.index`,
    },
  };
  const git = async (...args: readonly string[]) =>
    (await runGit(withIndex, directory, args)).trim();
  try {
    await git('read-tree', parent);
    for (const [path, text] of Object.entries(files)) {
      writeFileSync(scratch, text);
      const blob = await git('hash-object', '-w', '--no-filters', scratch);
      await git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
    }
    const tree = await git('write-tree');
    const made = await git('commit-tree', tree, '-p', parent, '-m', message);
    await git('update-ref', `refs/heads/${branch}`, made);
    return made;
  } finally {
    for (const path of [scratch, `${scratch}.index`]) rmSync(path, { force: true });
  }
}
