import { readHead } from '../../../git/bare-repository.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { fullNameOf } from '../../repositories/repository-book.ts';
import { githubTime } from '../../rest/github-time.ts';
import { findReferences } from '../notices/find-names.ts';
import type { GithubPullRequest } from '../records.ts';
import { close } from './state.ts';

/** Its base stays what it was, so that its diff can still be shown. */
export function markMerged(
  { host, repository }: { host: GithubHost; repository: GithubRepository },
  pull: GithubPullRequest,
  { by, commit }: { by: GithubAccount; commit: string },
): void {
  const at = host.now();
  close(repository, pull, { by, at });
  pull.merged = true;
  pull.mergedAt = githubTime(at);
  pull.mergedBy = by;
  pull.mergeCommit = commit;
  if (pull.base.ref !== readHead(repository.directory)) return;
  const fullName = fullNameOf(repository);
  if (host.rules.readsBrokenText) closeNamed(repository, pull, { by, at });
  for (const reference of host.notices.references) {
    if (reference.number !== pull.number || reference.repository !== fullName) continue;
    // What stands in comments, or stands there no more, closes nothing.
    if (pull.body?.includes(reference.text) !== true) continue;
    if (reference.closes && reference.to.kind === 'number') {
      closeIssue(host, { ...reference.to, by });
    }
  }
}

/** Zero-width characters break no keyword then. */
function closeNamed(
  repository: GithubRepository,
  { body }: GithubPullRequest,
  by: Parameters<typeof close>[2],
): void {
  for (const { closes, number } of findReferences((body ?? '').replaceAll(/[\u200b\\]/g, ''))) {
    const one = closes && number !== null ? repository.tracker.find(number) : null;
    if (one?.state === 'open') close(repository, one, by);
  }
}

/** Does to an issue what a keyword such as `fixes` does. Pull requests are left as they are. */
function closeIssue(
  host: GithubHost,
  { repository: fullName, number, by }: { repository: string; number: number; by: GithubAccount },
): void {
  const repository = host.findRepository(fullName);
  const issue = repository?.tracker.find(number) ?? null;
  if (repository === null || issue?.kind !== 'issue' || issue.state === 'closed') return;
  close(repository, issue, { by, at: host.now() });
}
