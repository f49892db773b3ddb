import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../network/support/failure.ts';
import { inTurn, reset } from '../../../network/support/scripted-server.ts';
import { app } from '../app.ts';
import { openPullRequests, pullRequestRow, sent } from '../pull-request-support.ts';

const wanted = {
  ...app,
  title: 'Add a door',
  body: 'Text',
  head: 'migrator/pr-7/head',
  base: 'main',
  isDraft: false,
};

function invalid(...errors: readonly unknown[]): object {
  return { message: 'Validation Failed', errors, documentation_url: 'https://docs.github.com' };
}

const refusals: readonly (readonly [string, object])[] = [
  [
    'no-commits',
    invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: 'No commits between main and feat',
    }),
  ],
  ['no-commits', invalid('no commits between main and feat')],
  [
    'already-exists',
    invalid({
      resource: 'PullRequest',
      code: 'custom',
      message: 'A pull request already exists for octo-org:feat.',
    }),
  ],
  ['missing-branch', invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' })],
  ['missing-branch', invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })],
  [
    'missing-branch',
    invalid(
      "Head sha can't be blank, Base sha can't be blank, No commits between main and feat, Head ref must be a branch",
    ),
  ],
  [
    'missing-branch',
    {
      message: "Head sha can't be blank, Base sha can't be blank, No commits between main and feat",
    },
  ],
  ['drafts-unsupported', { message: 'Draft pull requests are not supported in this repository.' }],
  [
    'too-long',
    invalid({
      resource: 'Issue',
      code: 'custom',
      field: 'body',
      message: 'body is too long (maximum is 65536 characters)',
    }),
  ],
  [
    'too-long',
    invalid({
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body is too long (maximum is 65536 characters)',
    }),
  ],
  ['other', { message: 'Invalid request.\n\n"head" wasn\'t supplied.' }],
  ['other', { message: 'Validation Failed', errors: 'a sentence' }],
  ['other', invalid(null, 7, { resource: 'PullRequest', field: 'title', code: 'missing_field' })],
];

describe('create', () => {
  it('opens a pull request between two branches', async () => {
    await using at = await openPullRequests(() => ({
      status: 201,
      body: pullRequestRow(7, { merged: false, mergeable: null }),
    }));
    expect(await at.pullRequests.create({ ...wanted, isDraft: true })).toMatchObject({
      kind: 'created',
      pullRequest: { number: 7, isMerged: false, webUrl: expect.stringContaining('/pull/7') },
    });
    expect(at.server.requests.map(sent)).toEqual([
      [
        'POST',
        '/repos/octo-org/app/pulls',
        {
          title: 'Add a door',
          body: 'Text',
          head: 'migrator/pr-7/head',
          base: 'main',
          draft: true,
        },
      ],
    ]);
  });

  it.each(refusals)('tells the refusal %s from %j', async (why, body) => {
    await using at = await openPullRequests(() => ({ status: 422, body }));
    const result = await at.pullRequests.create(wanted);
    expect(result).toMatchObject({ kind: 'refused', why });
    expect((result as { message: string }).message).not.toBe('');
    expect(at.server.requests).toHaveLength(1);
  });

  it('waits where it was too quick, although that looks like a refusal', async () => {
    await using at = await openPullRequests(
      inTurn(
        {
          status: 422,
          body: invalid({
            resource: 'PullRequest',
            code: 'custom',
            message: 'was submitted too quickly',
          }),
        },
        { status: 201, body: pullRequestRow(7) },
      ),
    );
    expect(await at.pullRequests.create(wanted)).toMatchObject({ kind: 'created' });
    expect(at.services.waits).not.toHaveLength(0);
  });

  it('says that a repository made just now is not found yet', async () => {
    await using at = await openPullRequests(() => ({
      status: 404,
      body: { message: 'Not Found' },
    }));
    expect((await failureOf(at.pullRequests.create(wanted))).code).toBe('not-found');
  });

  it.each([
    ['the connection breaks', reset],
    ['a proxy is answering instead', () => ({ status: 502, body: '<html>' })],
    ['the answer names no number', () => ({ status: 201, body: { title: 'Add a door' } })],
    ['the answer is empty', () => ({ status: 201 })],
    [
      'the answer breaks off',
      () => ({
        status: 201,
        headers: { 'content-type': 'application/json' },
        body: '{"number": 7, "tit',
      }),
    ],
  ])('is sent once and leaves looking to the caller when %s', async (_, script) => {
    await using at = await openPullRequests(script);
    expect((await failureOf(at.pullRequests.create(wanted))).code).toBe('ambiguous-write');
    expect(at.server.requests).toHaveLength(1);
  });
});
