import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listRefs } from '../../../sandbox/git/list-refs.ts';
import { copyTemplate } from '../templates.ts';

const identity = {
  GIT_AUTHOR_NAME: 'Jane Doe',
  GIT_AUTHOR_EMAIL: 'jane@example.com',
  GIT_COMMITTER_NAME: 'Jane Doe',
  GIT_COMMITTER_EMAIL: 'jane@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  // A process for each commit, and a dozen files for each repository, that nobody needs.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'init.templateDir',
  GIT_CONFIG_VALUE_1: '',
};

/** Runs real git in a folder and gives its output. */
export function git(folder: string, ...args: string[]): string {
  const env = { ...process.env, ...identity };
  return execFileSync('git', args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same with text on its standard input, and more output. */
export function gitWithInput(
  folder: string,
  args: readonly string[],
  input: string | Buffer,
): string {
  const env = { ...process.env, ...identity };
  const maxBuffer = 256 * 1024 * 1024;
  return execFileSync('git', args, { cwd: folder, env, input, encoding: 'utf8', maxBuffer });
}

/** A new repository with as many commits, a branch `topic` and an annotated tag `v1`. */
export function makeRepository(parent: string, name: string, commits = 3): string {
  const folder = join(parent, name);
  copyTemplate(`commits-${commits}`, folder, (template) => createCommits(template, commits));
  return folder;
}

function createCommits(folder: string, commits: number): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  for (let number = 1; number <= commits; number += 1) {
    git(folder, 'commit', '-q', '--allow-empty', '-m', `Commit ${number}`);
  }
  git(folder, 'branch', 'topic');
  git(folder, 'tag', '-a', 'v1', '-m', 'Version 1');
}

/** Every head and tag of a repository with its object. */
export function refsOf(gitDirectory: string): string {
  const known = listRefs(gitDirectory);
  if (known !== null)
    return [...known]
      .filter(([name]) => /^refs\/(heads|tags)\//.test(name))
      .map(([name, hash]) => `${hash} ${name}\n`)
      .join('');
  return git(
    gitDirectory,
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/tags',
  );
}
