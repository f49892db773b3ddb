import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lines, openBench, type PullRequestBench } from './support.ts';

let bench: PullRequestBench;
let number: number;
let head: string;
let first: string;

beforeAll(async () => {
  bench = await openBench();
  first = await bench.client.must(['rev-parse', 'feature'], { cwd: bench.directory });
  // Two hunks in a.txt, a file that is renamed, one that is deleted, one with a name that git quotes.
  const text = lines(40).replace('line 20\n', 'changed\n').replace('line 35\n', 'line 35\nmore\n');
  head = await bench.commit('feature', 'feature', {
    'a.txt': text,
    'ü "x".txt': 'new\n',
    'moved.txt': 'old\n',
    'gone.txt': null,
  });
  await bench.push('feature');
  number = await bench.open();
});

afterAll(() => bench[Symbol.asyncDispose]());

const review = (body: object) => bench.ask('POST', `/pulls/${number}/reviews`, body);
const comment = (body: object) =>
  bench.ask('POST', `/pulls/${number}/comments`, {
    commit_id: head,
    path: 'a.txt',
    body: 'Words',
    ...body,
  });

const thread = 'pull_request_review_thread';
const noHunk = {
  resource: 'PullRequestReviewComment',
  code: 'missing_field',
  field: `${thread}.diff_hunk`,
};

describe('a review comment', () => {
  it('lands on a changed line, a line of context or a deleted line', async () => {
    const changed = await comment({ line: 20, side: 'RIGHT' });
    expect(changed.status).toBe(201);
    expect(changed.body).toMatchObject({
      line: 20,
      side: 'RIGHT',
      start_line: null,
      subject_type: 'line',
      commit_id: head,
      path: 'a.txt',
      diff_hunk: '@@ -17,7 +17,7 @@ line 16\n line 17\n line 18\n line 19\n-line 20\n+changed',
    });
    expect((await comment({ line: 17 })).status).toBe(201);
    expect((await comment({ line: 20, side: 'LEFT' })).status).toBe(201);
  });

  it('spans several lines of one hunk', async () => {
    const made = await comment({ start_line: 18, line: 21, side: 'RIGHT', start_side: 'RIGHT' });
    expect(made.body).toMatchObject({ start_line: 18, start_side: 'RIGHT', line: 21 });
    const mixed = await comment({ start_line: 20, start_side: 'LEFT', line: 20, side: 'RIGHT' });
    expect(mixed.status).toBe(201);
  });

  it('lands on a file whose name git would quote, and on a renamed one as a whole', async () => {
    expect((await comment({ path: 'ü "x".txt', line: 1 })).status).toBe(201);
    const made = await comment({ path: 'moved.txt', subject_type: 'file' });
    expect(made.body).toMatchObject({ subject_type: 'file', line: null, path: 'moved.txt' });
  });

  it.each([
    [
      { line: 10 },
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'custom',
          field: `${thread}.line`,
          message: `${thread}.line must be part of the diff`,
        },
        noHunk,
      ],
    ],
    [
      { start_line: 20, line: 36 },
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'custom',
          field: `${thread}.start_line`,
          message: `${thread}.start_line must be part of the same hunk as the line.`,
        },
        noHunk,
      ],
    ],
    [
      { start_line: 20, line: 20 },
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'custom',
          field: `${thread}.start_line`,
          message: `${thread}.start_line must precede the end line.`,
        },
        noHunk,
      ],
    ],
    [
      { path: 'none.txt', line: 1 },
      [{ resource: 'PullRequestReviewComment', code: 'invalid', field: `${thread}.path` }, noHunk],
    ],
    [
      { path: 'none.txt', subject_type: 'file' },
      [{ resource: 'PullRequestReviewComment', code: 'invalid', field: `${thread}.path` }, noHunk],
    ],
    [
      { commit_id: '1'.repeat(40), line: 20 },
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'invalid',
          field: `${thread}.end_commit_oid`,
        },
      ],
    ],
    [
      { line: 20, body: 'x'.repeat(65_537) },
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'custom',
          field: 'body',
          message: 'body is too long (maximum is 65536 characters)',
        },
      ],
    ],
  ])('is refused with the reason (case %#)', async (body, errors) => {
    const refused = await comment(body);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ message: 'Validation Failed', errors });
  });

  it('with a null where a number belongs is no valid request', async () => {
    const refused = await comment({ line: 20, start_line: null });
    expect(refused.body.message).toBe(
      "Invalid request.\n\nFor 'properties/start_line', nil is not an integer.",
    );
  });

  it('on an earlier commit keeps its line only while the newest diff has it', async () => {
    const kept = await comment({ commit_id: first, line: 20 });
    expect(kept.body).toMatchObject({ line: 20, original_commit_id: first });
    const tip = await bench.commit('feature', 'feature', {
      'a.txt': lines(40).replace('line 20\n', 'changed again\n'),
    });
    await bench.push('feature');
    await bench.settled();
    const outdated = await bench.ask('GET', `/pulls/comments/${kept.body.id}`);
    expect(outdated.body).toMatchObject({ line: null, original_line: 20, position: null });
    const old = await comment({ commit_id: first, line: 20 });
    expect([old.status, old.body.line]).toEqual([201, null]);
    head = tip;
  });
});

describe('a reply', () => {
  it('goes into the thread of the comment that it answers', async () => {
    const root = await comment({ line: 20 });
    const path = `/pulls/${number}/comments/${root.body.id}/replies`;
    const reply = await bench.ask('POST', path, { body: 'Yes' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ in_reply_to_id: root.body.id, line: 20, path: 'a.txt' });
    const also = await comment({ in_reply_to: root.body.id });
    expect(also.body.in_reply_to_id).toBe(root.body.id);
    const nested = `/pulls/${number}/comments/${reply.body.id}/replies`;
    expect((await bench.ask('POST', nested, { body: 'No' })).status).toBe(422);
    expect((await comment({ in_reply_to: reply.body.id })).status).toBe(422);
    const none = `/pulls/${number}/comments/1/replies`;
    expect((await bench.ask('POST', none, { body: 'No' })).status).toBe(404);
  });

  it('and a single comment each show as a review without words', async () => {
    const root = await comment({ line: 20 });
    const found = await bench.ask(
      'GET',
      `/pulls/${number}/reviews/${root.body.pull_request_review_id}`,
    );
    expect(found.body).toMatchObject({ state: 'COMMENTED', body: '' });
  });
});

describe('a review', () => {
  it('makes many comments at once, whose ids its own list tells', async () => {
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

describe('a comment', () => {
  it('of the conversation can be read, changed and taken away', async () => {
    const path = `/issues/${number}/comments`;
    const made = await bench.ask('POST', path, { body: 'Hello' });
    expect(made.status).toBe(201);
    const own = `/issues/comments/${made.body.id}`;
    expect((await bench.ask('GET', own)).body.body).toBe('Hello');
    expect((await bench.ask('PATCH', own, { body: 'Bye' })).body.body).toBe('Bye');
    expect((await bench.ask('DELETE', own)).status).toBe(204);
    expect((await bench.ask('GET', own)).status).toBe(404);
    expect((await bench.ask('GET', path)).body).toEqual([]);
  });

  it.each([
    ['x'.repeat(65_537), 'Body is too long (maximum is 65536 characters)'],
    [' ', 'Body cannot be blank'],
  ])('is refused when it is too long or empty', async (body, message) => {
    const refused = await bench.ask('POST', `/issues/${number}/comments`, { body });
    expect(refused.body).toMatchObject({
      message: 'Validation Failed',
      errors: [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }],
    });
  });

  it('on a line can be changed and taken away; its replies stay', async () => {
    const root = await comment({ line: 20 });
    const replies = `/pulls/${number}/comments/${root.body.id}/replies`;
    const reply = await bench.ask('POST', replies, { body: 'Yes' });
    const own = `/pulls/comments/${root.body.id}`;
    expect((await bench.ask('PATCH', own, { body: 'Other' })).body.body).toBe('Other');
    expect((await bench.ask('DELETE', own)).status).toBe(204);
    const left = await bench.ask('GET', `/pulls/comments/${reply.body.id}`);
    expect(left.body).not.toHaveProperty('in_reply_to_id');
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
