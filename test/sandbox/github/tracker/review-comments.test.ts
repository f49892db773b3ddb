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
