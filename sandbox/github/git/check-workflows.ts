import { listBranches } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git-tools.ts';
import type { Receiver } from '../../git/judge-refs.ts';

const workflow = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** The first workflow that a commit brings and no branch has in the same place; `null` if there is none. */
export async function findNewWorkflow(receiver: Receiver, commit: string): Promise<string | null> {
  const format = ['--format=', '--raw', '--no-abbrev', '--no-renames', '-m', '--root'];
  const range = ['--diff-filter=AMT', commit, '--not', '--all', '--', '.github/workflows'];
  const changes = await ask(receiver, ['log', ...format, ...range]);
  for (const line of changes.split('\n')) {
    const [, blob = '', path = ''] = /^:\d+ \d+ \S+ (\S+) \S+\t(.*)$/.exec(line) ?? [];
    if (workflow.test(path) && !(await isOnBranch(receiver, path, blob))) return path;
  }
  return null;
}

async function isOnBranch(receiver: Receiver, path: string, blob: string): Promise<boolean> {
  for (const { commit } of await listBranches(receiver.tools, receiver.directory)) {
    const there = await ask(receiver, ['rev-parse', '-q', '--verify', `${commit}:${path}`]);
    if (there.trim() === blob) return true;
  }
  return false;
}

/** Empty where git finds nothing to report. */
function ask({ tools, directory }: Receiver, args: readonly string[]): Promise<string> {
  return runGit(tools, directory, args).catch(() => '');
}
