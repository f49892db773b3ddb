import type { GithubRepository } from '../../../../sandbox/github/records.ts';
import type { GithubPullRequest } from '../../../../sandbox/github/tracker/records.ts';
import { git } from '../../../helpers/repositories/git-fixture.ts';
import { bodiesOf } from '../bodies.ts';
import {
  type CommentForm,
  type PullRequestForm,
  plainTitle,
  type RepositoryForm,
  tokensOf,
} from './form.ts';
import { readRefs } from './refs.ts';

/** Reads texts as GitHub shows them; of how the program writes, only its headings and links are known here. */
export function readTarget(target: GithubRepository): RepositoryForm {
  const refs = readRefs(target.directory);
  const head = git(target.directory, 'symbolic-ref', '--short', 'HEAD').trim();
  return {
    name: target.name,
    description: tokensOf(target.description ?? ''),
    defaultBranch: refs.has(`refs/heads/${head}`) ? head : null,
    refs,
    pullRequests: new Map(target.pulls.map((one) => [one.number, readPullRequest(one)])),
  };
}

function readPullRequest(pull: GithubPullRequest): PullRequestForm {
  const bodies = bodiesOf(pull).map(([, body]) => withoutPast(body));
  const description = withoutPast(pull.body ?? '');
  const [own = ''] = description.split('### Conversation on Bitbucket');
  const isOpen = pull.state === 'open';
  return {
    state: pull.merged ? 'merged' : pull.state,
    title: plainTitle(pull.title),
    base: isOpen ? pull.base.ref : null,
    head: isOpen ? pull.head.sha : null,
    // A long one goes on in comments.
    description: tokensOf([own, ...bodies.filter(continuesDescription)].join('\n')),
    comments: readComments(pull, bodies),
    tasks: new Map(bodies.flatMap(tasksOf)),
    reviews: reviewsOf(description),
    tokens: new Set([...tokensOf(pull.title), ...bodies.flatMap(tokensOf)]),
  };
}

/** Old titles may stand in the report of the past. */
function withoutPast(body: string): string {
  return body.replace(/<details>\n<summary>History on Bitbucket[\s\S]*?\n<\/details>/g, '');
}

function continuesDescription(body: string): boolean {
  return body.startsWith('**Description of pull request');
}

/** Each comment has one link to its original in its heading, also where a body holds several. */
function readComments(
  pull: GithubPullRequest,
  bodies: readonly string[],
): ReadonlyMap<number, CommentForm> {
  const comments = new Map<number, CommentForm>();
  for (const body of bodies) {
    const [, ...parts] = body.split('[original](');
    for (const part of parts) {
      const id = idOf(part);
      if (id === null) continue;
      const before = comments.get(id);
      comments.set(id, {
        times: (before?.times ?? 0) + 1,
        tokens: [...(before?.tokens ?? []), ...tokensOf(part)],
        isResolved: isResolved(pull, id),
      });
    }
  }
  return comments;
}

/** By how the address ends: Cloud's, and a Data Center's. */
function idOf(part: string): number | null {
  const [, id] = /^[^)]*(?:#comment-|\/overview\?commentId=)(\d+)\)/.exec(part) ?? [];
  return id === undefined ? null : Number(id);
}

/** A thread that is no thread on the target says so in its text. */
function isResolved({ threads }: GithubPullRequest, id: number): boolean | null {
  const found = threads.find(({ comments }) =>
    (comments[0]?.body ?? '')
      .split('[original](')
      .slice(1, 2)
      .some((part) => idOf(part) === id),
  );
  return found === undefined ? null : found.resolvedBy !== null;
}

function tasksOf(body: string): readonly (readonly [string, boolean])[] {
  const items = body.matchAll(/^(?:> )*- \[([ x])\] (.*(?:\n\n? {2,}.*)*)/gm);
  return [...items].flatMap(([, box, text = '']) =>
    tokensOf(text).map((token) => [token, box === 'x'] as const),
  );
}

function reviewsOf(description: string): readonly string[] {
  const lines = description.matchAll(/^- (?:Reviewers|Other participants): (.*)$/gm);
  return [...lines]
    .flatMap(([, line = '']) => [
      ...line.matchAll(/(?:^|, )([^,()]+) \((approved|requested changes)[,)]/g),
    ])
    .map(([, name, said]) => `${name}: ${said === 'approved' ? said : 'changes requested'}`)
    .sort();
}
