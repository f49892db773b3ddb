import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type PullRequestBench } from '../sandbox/github/tracker/support.ts';
import { askGithub } from '../sandbox/helpers/rest.ts';
import { readDescription } from './descriptions/answers-description.ts';
import { describedHosts } from './descriptions/github-description.ts';

const repository = '/repos/{owner}/{repo}';
const pull = `${repository}/pulls/{pull_number}`;
const issue = `${repository}/issues/{issue_number}`;
const issueComment = `${repository}/issues/comments/{comment_id}`;
const reviewComment = `${repository}/pulls/comments/{comment_id}`;

/** Known once they were made: `$name` in a path stands for its number. */
const made: Record<string, number> = {};

interface Described {
  readonly route: string;
  /** Path after `/repos/acme/app`. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Keeps the id of what the answer names. */
  readonly as?: string;
}

const line = { path: 'a.txt', line: 20, side: 'RIGHT', body: 'Words' };
const long = 'x'.repeat(65_537);

/** In this order: each may need what the ones before have made. */
const described: readonly Described[] = [
  { route: `POST ${repository}/issues`, path: '/issues', body: { title: 'One' }, status: 201 },
  { route: `POST ${repository}/issues`, path: '/issues', body: { title: '' }, status: 422 },
  {
    route: `POST ${repository}/issues`,
    path: '/issues',
    body: { title: 'x', body: long },
    status: 422,
  },
  { route: `GET ${repository}/issues`, path: '/issues?state=all', status: 200 },
  { route: `GET ${issue}`, path: '/issues/1', status: 200 },
  { route: `GET ${issue}`, path: '/issues/9', status: 404 },
  { route: `PATCH ${issue}`, path: '/issues/1', body: { state: 'closed' }, status: 200 },
  { route: `GET ${issue}/events`, path: '/issues/1/events', status: 200 },
  {
    route: `POST ${repository}/pulls`,
    path: '/pulls',
    body: { title: 'Add it', head: 'feature', base: 'main', body: 'Words' },
    status: 201,
  },
  {
    route: `POST ${repository}/pulls`,
    path: '/pulls',
    body: { title: 'Add it', head: 'feature', base: 'main' },
    status: 422,
  },
  {
    route: `POST ${repository}/pulls`,
    path: '/pulls',
    body: { title: 'Add it', head: 'none', base: 'main' },
    status: 422,
  },
  { route: `GET ${repository}/pulls`, path: '/pulls', status: 200 },
  { route: `GET ${repository}/issues`, path: '/issues?state=all', status: 200 },
  { route: `GET ${pull}`, path: '/pulls/2', status: 200 },
  { route: `GET ${pull}`, path: '/pulls/1', status: 404 },
  { route: `PATCH ${pull}`, path: '/pulls/2', body: { title: 'New' }, status: 200 },
  { route: `PATCH ${pull}`, path: '/pulls/2', body: { base: 'none' }, status: 422 },
  { route: `GET ${pull}/merge`, path: '/pulls/2/merge', status: 404 },
  { route: `GET ${pull}/commits`, path: '/pulls/2/commits', status: 200 },
  { route: `GET ${pull}/files`, path: '/pulls/2/files', status: 200 },
  {
    route: `POST ${issue}/comments`,
    path: '/issues/2/comments',
    body: { body: 'Hello' },
    status: 201,
    as: 'comment',
  },
  {
    route: `POST ${issue}/comments`,
    path: '/issues/2/comments',
    body: { body: long },
    status: 422,
  },
  { route: `POST ${issue}/comments`, path: '/issues/9/comments', body: { body: 'x' }, status: 404 },
  { route: `GET ${issue}/comments`, path: '/issues/2/comments', status: 200 },
  { route: `GET ${repository}/issues/comments`, path: '/issues/comments', status: 200 },
  { route: `GET ${issueComment}`, path: '/issues/comments/$comment', status: 200 },
  {
    route: `PATCH ${issueComment}`,
    path: '/issues/comments/$comment',
    body: { body: 'Other' },
    status: 200,
  },
  { route: `DELETE ${issueComment}`, path: '/issues/comments/$comment', status: 204 },
  {
    route: `POST ${pull}/reviews`,
    path: '/pulls/2/reviews',
    body: { event: 'COMMENT', body: 'All in all', comments: [line] },
    status: 200,
    as: 'review',
  },
  {
    route: `POST ${pull}/reviews`,
    path: '/pulls/2/reviews',
    body: { event: 'COMMENT', body: 'x', comments: [{ ...line, line: 1 }] },
    status: 422,
  },
  { route: `GET ${pull}/reviews`, path: '/pulls/2/reviews', status: 200 },
  { route: `GET ${pull}/reviews/{review_id}`, path: '/pulls/2/reviews/$review', status: 200 },
  {
    route: `GET ${pull}/reviews/{review_id}/comments`,
    path: '/pulls/2/reviews/$review/comments',
    status: 200,
  },
  {
    route: `POST ${pull}/comments`,
    path: '/pulls/2/comments',
    body: { ...line, commit_id: '$head' },
    status: 201,
    as: 'root',
  },
  {
    route: `POST ${pull}/comments`,
    path: '/pulls/2/comments',
    body: { path: 'a.txt', body: 'x', subject_type: 'file', commit_id: '$head' },
    status: 201,
  },
  {
    route: `POST ${pull}/comments`,
    path: '/pulls/2/comments',
    body: { ...line, line: 1, commit_id: '$head' },
    status: 422,
  },
  {
    route: `POST ${pull}/comments/{comment_id}/replies`,
    path: '/pulls/2/comments/$root/replies',
    body: { body: 'Yes' },
    status: 201,
  },
  {
    route: `POST ${pull}/comments/{comment_id}/replies`,
    path: '/pulls/2/comments/1/replies',
    body: { body: 'Yes' },
    status: 404,
  },
  { route: `GET ${pull}/comments`, path: '/pulls/2/comments', status: 200 },
  { route: `GET ${repository}/pulls/comments`, path: '/pulls/comments', status: 200 },
  {
    route: `PUT ${pull}/reviews/{review_id}`,
    path: '/pulls/2/reviews/$review',
    body: { body: 'Other' },
    status: 200,
  },
  {
    route: `PUT ${pull}/reviews/{review_id}`,
    path: '/pulls/2/reviews/$review',
    body: { body: '' },
    status: 422,
  },
  { route: `GET ${reviewComment}`, path: '/pulls/comments/$root', status: 200 },
  {
    route: `PATCH ${reviewComment}`,
    path: '/pulls/comments/$root',
    body: { body: 'Other' },
    status: 200,
  },
  { route: `DELETE ${reviewComment}`, path: '/pulls/comments/$root', status: 204 },
  {
    route: `POST ${pull}/requested_reviewers`,
    path: '/pulls/2/requested_reviewers',
    body: { reviewers: ['reviewer'] },
    status: 201,
  },
  {
    route: `POST ${pull}/requested_reviewers`,
    path: '/pulls/2/requested_reviewers',
    body: { reviewers: ['nobody'] },
    status: 422,
  },
  {
    route: `GET ${pull}/requested_reviewers`,
    path: '/pulls/2/requested_reviewers',
    status: 200,
  },
  {
    route: `GET ${repository}/collaborators/{username}`,
    path: '/collaborators/reviewer',
    status: 204,
  },
  {
    route: `GET ${repository}/collaborators/{username}`,
    path: '/collaborators/nobody',
    status: 404,
  },
  {
    route: `PUT ${pull}/merge`,
    path: '/pulls/2/merge',
    body: { sha: '0'.repeat(40) },
    status: 409,
  },
  {
    route: `PUT ${pull}/merge`,
    path: '/pulls/2/merge',
    body: { merge_method: 'merge' },
    status: 200,
  },
  { route: `PUT ${pull}/merge`, path: '/pulls/2/merge', status: 405 },
  { route: `GET ${pull}/merge`, path: '/pulls/2/merge', status: 204 },
  { route: `GET ${pull}`, path: '/pulls/2', status: 200 },
];

let bench: PullRequestBench;
let head: string;

beforeAll(async () => {
  bench = await openBench();
  bench.sandbox.github.addUser({ login: 'reviewer' });
  bench.sandbox.github.addCollaborator('acme/app', 'reviewer');
  head = await bench.client.must(['rev-parse', 'feature'], { cwd: bench.directory });
});

afterAll(() => bench[Symbol.asyncDispose]());

function filledIn(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body).replace('$head', head));
}

describe.each(describedHosts)('pull requests, held against %s,', (name) => {
  const { expectAsDescribed } = readDescription(name);
  const repo = `app-${name.replaceAll('.', '-')}`;
  const path = (part: string): string =>
    `/repos/acme/${repo}${part.replace(/\$(\w+)/, (_, key: string) => String(made[key]))}`;

  beforeAll(async () => {
    await askGithub(bench.sandbox, 'POST', '/orgs/acme/repos', { name: repo, private: true });
    bench.sandbox.github.addCollaborator(`acme/${repo}`, 'reviewer');
    const url = `${bench.sandbox.environment.DST_GIT_URL}/acme/${repo}.git`;
    await bench.client.must(['push', '--quiet', url, 'main', 'feature'], { cwd: bench.directory });
  });

  it.each(described)('$route → $status', async (one) => {
    const [method = ''] = one.route.split(' ');
    const answer = await askGithub(bench.sandbox, method, path(one.path), filledIn(one.body));
    expect(answer.status).toBe(one.status);
    expectAsDescribed(one.route, answer);
    if (one.as !== undefined) made[one.as] = Number(answer.body.id);
  });
});
