import type { CommitFacts } from '../../git/read-commits.ts';
import { personJson } from '../accounts/person-json.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';

/** A commit with its full hash, as it stands everywhere but in pull requests. */
export function commitJson(context: PullRequestContext, commit: CommitFacts): unknown {
  const { apiUrl, gitUrl, host, repository } = context;
  const fullName = `${host.workspace.slug}/${repository.slug}`;
  const linksOf = (hash: string) => ({
    self: { href: `${apiUrl}/2.0/repositories/${fullName}/commit/${hash}` },
    html: { href: `${gitUrl}/${fullName}/commits/${hash}` },
  });
  return {
    type: 'commit',
    hash: commit.hash,
    date: commit.date,
    author: { type: 'author', raw: commit.author, ...accountOf(context, commit) },
    message: commit.message,
    summary: { type: 'rendered', raw: commit.message, markup: 'markdown', html: '' },
    links: linksOf(commit.hash),
    parents: commit.parents.map((hash) => ({ hash, links: linksOf(hash), type: 'commit' })),
    repository: {
      type: 'repository',
      full_name: fullName,
      name: repository.name,
      uuid: repository.uuid,
    },
  };
}

/** The account that the author's address belongs to. */
function accountOf(context: PullRequestContext, { author }: CommitFacts): object {
  const email = /<(.*)>$/.exec(author)?.[1]?.toLowerCase() ?? '';
  const known = context.host.people.find((one) => one.email !== null && one.email === email);
  return known === undefined ? {} : { user: personJson(context, known) };
}
