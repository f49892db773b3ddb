import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;
let number: number;
let head: string;

beforeAll(async () => {
  bench = await openBench();
  head = await bench.client.must(['rev-parse', 'feature'], { cwd: bench.directory });
  number = await bench.open();
});

afterAll(() => bench[Symbol.asyncDispose]());

const review = (body: object) => bench.ask('POST', `/pulls/${number}/reviews`, body);
describe('a review', () => {
  it('makes many comments at once, whose ids its own list reports', async () => {
    const made = await review({
      commit_id: head,
      event: 'COMMENT',
      body: 'All in all',
      comments: [{ path: 'a.txt', line: 20, side: 'RIGHT', body: 'one' }],
    });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ state: 'COMMENTED', body: 'All in all', commit_id: head });
    const listed = await bench.ask('GET', `/pulls/${number}/reviews/${made.body.id}/comments`);
    expect(listed.body).toMatchObject([{ body: 'one', path: 'a.txt' }]);
    expect((listed.body as unknown as object[])[0]).not.toHaveProperty('line');
  });

  it('fails as a whole when one line is not in the diff, and does not say which', async () => {
    const before = bench.repository.tracker.findPull(number)?.reviewComments.length;
    const refused = await review({
      event: 'COMMENT',
      body: 'x',
      comments: [
        { path: 'a.txt', line: 20, body: 'good' },
        { path: 'a.txt', line: 2, body: 'bad' },
      ],
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      message: 'Unprocessable Entity',
      errors: [
        "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank",
      ],
    });
    expect(bench.repository.tracker.findPull(number)?.reviewComments.length).toBe(before);
  });

  it.each([
    [{ event: 'APPROVE' }, 'Can not approve your own pull request'],
    [{ event: 'REQUEST_CHANGES', body: 'x' }, 'Can not request changes on your own pull request'],
    [
      { event: 'COMMENT', comments: [{ path: 'a.txt', line: 20, body: 'x' }] },
      "Body can't be blank",
    ],
    [
      { event: 'COMMENT', body: 'x', commit_id: '1'.repeat(40) },
      'The commitOID is not part of the pull request',
    ],
  ])('%j is refused', async (body, sentence) => {
    const refused = await review(body);
    expect([refused.status, refused.body.errors]).toEqual([422, [sentence]]);
  });

  it('takes neither replies nor comments on files', async () => {
    for (const extra of [{ in_reply_to: 5 }, { subject_type: 'file' }]) {
      const refused = await review({
        event: 'COMMENT',
        body: 'x',
        comments: [{ path: 'a.txt', line: 20, body: 'x', ...extra }],
      });
      expect(refused.body.message).toContain('is not a permitted key.');
    }
  });

  it('of somebody else may approve', async () => {
    bench.sandbox.github.addUser({ login: 'reviewer' });
    bench.sandbox.github.addCollaborator('acme/app', 'reviewer');
    const token = bench.sandbox.github.tokens.add({ login: 'reviewer' });
    const path = `/pulls/${number}/reviews`;
    const approved = await bench.ask('POST', path, { event: 'APPROVE' }, token);
    expect(approved.body).toMatchObject({ state: 'APPROVED', user: { login: 'reviewer' } });
  });

  it('with too many comments is answered with 502, and part of it is there', async () => {
    bench.sandbox.github.rules.maxCommentsPerReview = 2;
    const broken = await review({
      event: 'COMMENT',
      body: 'Too much',
      comments: ['a', 'b', 'c'].map((body) => ({ path: 'a.txt', line: 20, body })),
    });
    bench.sandbox.github.rules.maxCommentsPerReview = 70;
    expect([broken.status, broken.body.message]).toEqual([502, 'Server Error']);
    const found = bench.repository.tracker.findPull(number)?.reviewComments.slice(-2);
    expect(found?.map((one) => one.body)).toEqual(['a', 'b']);
  });

  it('that is pending is nobody else’s to see, and there is only one', async () => {
    const listed = async () =>
      ((await bench.ask('GET', `/pulls/${number}/comments`)).body as unknown as object[]).length;
    const before = await listed();
    const comments = [{ path: 'a.txt', line: 20, body: 'draft' }];
    expect((await review({ comments })).body.state).toBe('PENDING');
    expect(await listed()).toBe(before);
    expect((await review({ comments })).body.errors).toEqual([
      'Review comments is invalid and Review threads is invalid',
    ]);
  });
});

describe('reviewers', () => {
  const request = (reviewers: readonly string[]) =>
    bench.ask('POST', `/pulls/${number}/requested_reviewers`, { reviewers });

  it('are asked all together or not at all', async () => {
    const { github } = bench.sandbox;
    github.addUser({ login: 'stranger' });
    for (const logins of [
      ['reviewer', 'stranger'],
      ['reviewer', 'nobody-at-all'],
    ]) {
      const refused = await request(logins);
      expect(refused.status).toBe(422);
      expect(refused.body.message).toBe(
        'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/app repository.',
      );
    }
    const author = await request(['robin-keller']);
    expect(author.body.message).toBe('Review cannot be requested from pull request author.');
    const asked = await request(['Reviewer']);
    expect(asked.status).toBe(201);
    expect(asked.body.requested_reviewers).toMatchObject([{ login: 'reviewer' }]);
    const listed = await bench.ask('GET', `/pulls/${number}/requested_reviewers`);
    expect(listed.body).toMatchObject({ users: [{ login: 'reviewer' }], teams: [] });
  });

  it('are asked no more once they have reviewed, and heard of again when they are asked again', async () => {
    await request(['reviewer']);
    const token = bench.sandbox.github.tokens.add({ login: 'reviewer' });
    const review = { event: 'COMMENT', body: 'Fine' };
    await bench.ask('POST', `/pulls/${number}/reviews`, review, token);
    const listed = await bench.ask('GET', `/pulls/${number}/requested_reviewers`);
    expect(listed.body).toMatchObject({ users: [] });
    await request(['reviewer']);
    const told = bench.sandbox.github.notifications.filter(({ login }) => login === 'reviewer');
    expect(told.map(({ reason }) => reason)).toEqual(['review_requested', 'review_requested']);
  });

  it('are fifteen at most', async () => {
    const logins = Array.from({ length: 16 }, (_, index) => `many-${index}`);
    for (const login of logins) {
      bench.sandbox.github.addUser({ login });
      bench.sandbox.github.addCollaborator('acme/app', login, 'write');
    }
    expect((await request(logins)).status).toBe(422);
    expect((await request(logins.slice(0, 14))).status).toBe(201);
  });

  it('are collaborators, which those who push may ask about', async () => {
    const status = async (login: string, token?: string) =>
      (await bench.ask('GET', `/collaborators/${login}`, undefined, token)).status;
    expect(await status('REVIEWER')).toBe(204);
    expect(await status('robin-keller')).toBe(204);
    expect(await status('stranger')).toBe(404);
    const reader = bench.sandbox.github.tokens.add({ login: 'reviewer' });
    expect(await status('reviewer', reader)).toBe(403);
  });
});
