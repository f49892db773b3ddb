import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';

interface NewCommit {
  readonly parent: string;
  readonly message: string;
  /** Added or replaced. */
  readonly files: Readonly<Record<string, string>>;
  /** The workspace's own user if left out. */
  readonly author?: { readonly name: string; readonly email: string };
  /** Now if left out. */
  readonly on?: Date;
}

/** A commit on top of another one; the branch then leads to it. */
export async function commitFiles(
  tools: GitTools,
  directory: string,
  { branch, ...commit }: NewCommit & { readonly branch: string },
): Promise<string> {
  const made = await makeCommit(tools, directory, commit);
  await runGit(tools, directory, ['update-ref', `refs/heads/${branch}`, made]);
  return made;
}

const ownAuthor = { name: 'Robin Keller', email: 'robin.keller@acme.example' };

/** A commit on top of another one, which no branch leads to yet. */
export async function makeCommit(
  tools: GitTools,
  directory: string,
  { parent, message, files, author = ownAuthor, on = new Date() }: NewCommit,
): Promise<string> {
  const scratch = join(directory, `scratch-${randomUUID()}`);
  const identity = { NAME: author.name, EMAIL: author.email, DATE: on.toISOString() };
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
    return await git('commit-tree', tree, '-p', parent, '-m', message);
  } finally {
    for (const path of [scratch, `${scratch}.index`]) rmSync(path, { force: true });
  }
}
