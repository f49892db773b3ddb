import type {
  BitbucketComment,
  BitbucketPullRequest,
} from '../../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../../../../sandbox/bitbucket/records.ts';
import { gitWithInput } from '../../../helpers/repositories/git-fixture.ts';
import {
  type CommentForm,
  type PullRequestForm,
  plainTitle,
  type RepositoryForm,
  tokensOf,
} from './form.ts';
import { readRefs } from './refs.ts';

const states = {
  OPEN: 'open',
  MERGED: 'merged',
  DECLINED: 'closed',
  SUPERSEDED: 'closed',
} as const;

/**
 * @param options.name of its target
 * @param options.keepsAnswered a Data Center shows what was deleted as long as it has answers
 */
export function readSource(
  source: BitbucketRepository,
  { name, keepsAnswered }: { readonly name: string; readonly keepsAnswered: boolean },
): RepositoryForm {
  const refs = source.git.kind === 'stored' ? readRefs(source.git.directory) : new Map();
  return {
    name,
    description: tokensOf(source.description),
    defaultBranch: refs.has(`refs/heads/${source.mainBranch}`) ? source.mainBranch : null,
    refs,
    pullRequests: new Map(
      source.pullRequests.map((one) => {
        const form = readPullRequest(one, keepsAnswered);
        return [one.number, hasOtherBase(source, one, refs) ? { ...form, base: null } : form];
      }),
    ),
  };
}

/**
 * GitHub moves no pull request to a branch that contains its commits: it goes on to the one that it had. One whose branch
 * is gone goes to a branch of the migration's.
 */
function hasOtherBase(
  { git: stored }: BitbucketRepository,
  { destination, source, state }: BitbucketPullRequest,
  refs: ReadonlyMap<string, string>,
): boolean {
  const base = refs.get(`refs/heads/${destination.branch ?? ''}`);
  if (state !== 'OPEN' || stored.kind !== 'stored') return false;
  if (base === undefined) return true;
  const input = `${source.commit ?? ''}\n^${base}\n`;
  const args = ['rev-list', '--max-count=1', '--ignore-missing', '--stdin'];
  return gitWithInput(stored.directory, args, input) === '';
}

function readPullRequest(pull: BitbucketPullRequest, keepsAnswered: boolean): PullRequestForm {
  const { comments, tasks } = pull.conversation();
  const published = comments.filter(({ isPending }) => !isPending);
  const answered = new Set(keepsAnswered ? published.map(({ parent }) => parent) : []);
  const seen = published.filter(({ id, isDeleted }) => !isDeleted || answered.has(id));
  const state = states[pull.state];
  const texts = [
    pull.title,
    pull.description.raw,
    pull.reason,
    ...seen.map(({ text }) => text.raw),
    ...tasks.map(({ text }) => text),
  ];
  return {
    state,
    title: plainTitle(pull.title),
    base: state === 'open' ? pull.destination.branch : null,
    head: state === 'open' ? pull.source.commit : null,
    description: tokensOf(pull.description.raw),
    comments: new Map(seen.map((one) => [one.id, readComment(one)])),
    tasks: new Map(
      tasks.flatMap(({ text, isResolved }) =>
        tokensOf(text).map((token) => [token, isResolved] as const),
      ),
    ),
    reviews: pull.participants
      .flatMap(({ person, state: verdict }) =>
        person === null || verdict === null
          ? []
          : [`${person.displayName}: ${verdict.replace('_', ' ')}`],
      )
      .sort(),
    tokens: new Set(texts.flatMap(tokensOf)),
  };
}

function readComment({ parent, resolution, text }: BitbucketComment): CommentForm {
  return {
    times: 1,
    tokens: tokensOf(text.raw),
    isResolved: parent === null ? resolution !== null : null,
  };
}
