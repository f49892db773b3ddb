import { type GitClient, makeRepository, openGitClient } from '../helpers/git.ts';
import type { TestSandbox } from '../helpers/sandbox.ts';

export interface Side {
  readonly sandbox: TestSandbox;
  readonly url: string;
  /** Two commits on main, one on `other`, which begins elsewhere. */
  readonly work: string;
  readonly client: GitClient;
}

/** Returns what git says of a push with these credentials. */
export async function push(
  side: Side,
  as: { username: string; password: string },
  refs: readonly string[],
) {
  await using client = await openGitClient(as);
  return await client.git(['push', side.url, ...refs], { cwd: side.work });
}

export async function makeWork(client: GitClient): Promise<string> {
  const work = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
  await client.must(['commit', '--quiet', '--allow-empty', '-m', 'second'], { cwd: work });
  await client.must(['branch', 'older', 'HEAD~1'], { cwd: work });
  await client.must(['checkout', '--quiet', '-b', 'topic'], { cwd: work });
  await client.must(['commit', '--quiet', '--allow-empty', '-m', 'topic'], { cwd: work });
  return work;
}
