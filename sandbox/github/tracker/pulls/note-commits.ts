import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { fullNameOf } from '../../repositories/repository-book.ts';
import { findReferences } from '../notices/find-names.ts';
import { close } from './state.ts';

/** Returns what the messages of commits on the default branch name; keywords in them close issues. */
export async function noteCommits(
  work: {
    host: GithubHost;
    tools: GitTools;
    repository: GithubRepository;
    pusher: GithubAccount;
  },
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const { host, tools, repository, pusher } = work;
  const range = from === null ? [to] : [to, `^${from}`];
  const args = ['log', '-z', '--format=%H%n%B', ...range, '--'];
  const log = await runGit(tools, repository.directory, args);
  const fullName = fullNameOf(repository);
  const all = log.split('\0').flatMap((entry) => {
    const [commit = '', ...lines] = entry.split('\n');
    return findReferences(lines.join('\n')).map((found) => ({ ...found, commit }));
  });
  for (const found of all) {
    if (found.number === null) continue;
    const target = host.findRepository(found.repository ?? fullName);
    if (target === null || target.tracker.find(found.number) === null) continue;
    const to = { kind: 'number', repository: fullNameOf(target), number: found.number } as const;
    const { text, closes, commit } = found;
    host.notices.references.push({ repository: fullName, number: null, text, to, closes });
    // Of a pull request too, as projects do that merge by hand: https://daniel.haxx.se/blog/2024/06/11/
    const named = closes ? target.tracker.find(found.number) : null;
    if (named?.state === 'open') {
      close(target, named, { by: pusher, at: host.now(), commit });
    }
  }
}
