import type { CommitFacts } from '../../git/read-commits.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { commitJson } from './commit-json.ts';

/** A branch with its newest commit, which has its full hash here. */
export function branchJson(context: PullRequestContext, name: string, tip: CommitFacts): unknown {
  const { apiUrl, gitUrl, host, repository } = context;
  const fullName = `${host.workspace.slug}/${repository.slug}`;
  const api = `${apiUrl}/2.0/repositories/${fullName}`;
  return {
    type: 'branch',
    name,
    target: commitJson(context, tip),
    links: {
      self: { href: `${api}/refs/branches/${name}` },
      commits: { href: `${api}/commits/${name}` },
      html: { href: `${gitUrl}/${fullName}/branch/${name}` },
    },
    merge_strategies: ['merge_commit', 'squash', 'fast_forward'],
    default_merge_strategy: 'merge_commit',
  };
}
