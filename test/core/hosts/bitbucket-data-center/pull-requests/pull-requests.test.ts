import { describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../../src/core/ports/records/pull-request.ts';
import { failureOf } from '../../../network/support/failure.ts';
import type { Reply } from '../../../network/support/scripted-server.ts';
import { openPlace, page, paths, refusal, user } from '../support.ts';

const name = { workspace: 'PAY', slug: 'web' };
const hash = (digit: string) => digit.repeat(40);

function ref(branch: string, commit: string, project = 'PAY'): object {
  return {
    id: `refs/heads/${branch}`,
    displayId: branch,
    latestCommit: commit,
    repository: { slug: 'web', id: 3, project: { key: project } },
  };
}

function row(more: object = {}): object {
  return {
    id: 7,
    version: 2,
    title: 'Add refunds',
    description: 'See @jane',
    state: 'MERGED',
    open: false,
    closed: true,
    draft: false,
    createdDate: 1_709_287_200_000,
    updatedDate: 1_709_290_800_000,
    closedDate: 1_709_290_800_000,
    fromRef: ref('feature/refunds', hash('A')),
    toRef: ref('main', hash('b')),
    author: { user: user('jane'), role: 'AUTHOR', approved: false, status: 'UNAPPROVED' },
    reviewers: [
      { user: user('joe'), role: 'REVIEWER', approved: true, status: 'APPROVED' },
      { user: user('ann'), role: 'REVIEWER', approved: false, status: 'NEEDS_WORK' },
      { user: user('bob'), role: 'REVIEWER', approved: false, status: 'UNAPPROVED' },
    ],
    participants: [{ user: user('sue'), role: 'PARTICIPANT', approved: false }],
    properties: { resolvedTaskCount: 1, openTaskCount: 2, commentCount: 4 },
    ...more,
  };
}

async function listed(rows: readonly object[]): Promise<SourcePullRequest[]> {
  await using place = await openPlace({ [paths.pullRequests]: page(rows) });
  const all: SourcePullRequest[] = [];
  for await (const one of place.source.pullRequests.list(name)) all.push(...one.pullRequests);
  expect(place.asked()[0]).toContain('state=ALL&order=OLDEST');
  return all.map((one) => ({ ...one, webUrl: one.webUrl.replace(place.baseUrl, '') }));
}

describe('a pull request of a Data Center', () => {
  it('keeps all that the list says of it', async () => {
    const [one] = await listed([row()]);
    expect(one).toMatchObject({
      number: 7,
      title: 'Add refunds',
      description: { raw: 'See @jane', markup: 'markdown' },
      state: 'merged',
      isDraft: false,
      author: { id: 'jane', username: 'jane', email: 'jane@example.com', displayName: 'The jane' },
      source: { branch: 'feature/refunds', commit: hash('a'), repository: 'PAY/web' },
      destination: { branch: 'main', commit: hash('b'), repository: 'PAY/web' },
      commentCount: 7,
      createdAt: '2024-03-01T10:00:00.000Z',
      updatedAt: '2024-03-01T11:00:00.000Z',
      webUrl: '/projects/PAY/repos/web/pull-requests/7',
    });
    expect(one?.participants.map(({ person, verdict }) => [person?.id, verdict])).toEqual([
      ['joe', 'approved'],
      ['ann', 'changes-requested'],
      ['bob', null],
      ['sue', null],
    ]);
  });

  it('is understood with dates as text, and without what may be missing', async () => {
    const [one] = await listed([
      {
        id: '8',
        title: 'Bare',
        state: 'OPEN',
        createdDate: '2024-03-01T12:00:00+02:00',
        author: null,
        fromRef: { id: 'refs/heads/x', latestCommit: hash('c'), repository: null },
      },
    ]);
    expect(one).toMatchObject({
      number: 8,
      createdAt: '2024-03-01T10:00:00.000Z',
      updatedAt: '2024-03-01T10:00:00.000Z',
      author: null,
      source: { branch: 'x', commit: hash('c'), repository: null },
      destination: { branch: null, commit: null, repository: 'PAY/web' },
      // Nobody may take it for none.
      commentCount: null,
      reviewers: [],
    });
  });

  it('is of a fork where its branch is', async () => {
    const [one] = await listed([row({ fromRef: ref('x', hash('d'), '~jane') })]);
    expect(one?.source.repository).toBe('~jane/web');
  });

  it.each([{ id: 'seven' }, { createdDate: 'soon', updatedDate: null }, { author: 'jane' }])(
    'is never left out where it cannot be understood: %j',
    async (more) => {
      await using place = await openPlace({ [paths.pullRequests]: page([row(more)]) });
      const pages = place.source.pullRequests.list(name)[Symbol.asyncIterator]();
      if ('author' in more) {
        // Whose it is may be lost; it itself may not.
        const { value } = await pages.next();
        expect(value.pullRequests[0]?.author).toBeNull();
      } else expect((await failureOf(pages.next())).code).toBe('bad-answer');
    },
  );

  it('costs no request to be found by its full hash', async () => {
    await using place = await openPlace({});
    const full = await place.source.pullRequests.expandCommit({ ...name, hash: hash('A') });
    expect(full).toBe(hash('a'));
    expect(place.asked()).toEqual([]);
  });
});

describe('an attachment', () => {
  const address = 'attachment:3/0123456789abcdef%2Fa%20b.png';
  const file = '/projects/PAY/repos/web/attachments/0123456789abcdef/a%20b.png';
  const png = { headers: { 'content-type': 'image/png' }, body: Buffer.from([0, 255, 1]) };
  const read = { ...name, maxBytes: 10 };

  it('is read as it is, whatever it holds', async () => {
    await using place = await openPlace({
      [file]: png,
      '/rest/api/1.0/projects/PAY/repos/web/attachments/12': {
        headers: {
          'content-type': 'application/json',
          'content-disposition': 'attachment; filename="x.json"',
        },
        body: '{}',
      },
    });
    const { pullRequests } = place.source;
    const picture = await pullRequests.readAttachment({ ...read, address });
    expect(picture).toEqual({ kind: 'file', name: 'a b.png', bytes: Buffer.from([0, 255, 1]) });
    const json = await pullRequests.readAttachment({ ...read, address: 'attachment:3/12' });
    expect(json).toEqual({ kind: 'file', name: 'x.json', bytes: Buffer.from('{}') });
  });

  it('stays where it is if it is too large, gone, kept back, or a page to sign in on', async () => {
    const html = { headers: { 'content-type': 'text/html' }, body: '<html>' };
    await using place = await openPlace({
      [file]: { ...png, body: Buffer.alloc(11) },
      '/projects/PAY/repos/web/attachments/aa/in.png': html,
      '/projects/PAY/repos/web/attachments/aa/no.png': refusal(401, 'x', 'AuthorisationException'),
    });
    const kind = async (one: string) =>
      (await place.source.pullRequests.readAttachment({ ...read, address: one })).kind;
    expect(await kind(address)).toBe('too-large');
    expect(await kind('attachment:3/aa%2Fin.png')).toBe('kept-back');
    expect(await kind('attachment:3/aa%2Fno.png')).toBe('kept-back');
    expect(await kind('attachment:3/aa%2Fgone.png')).toBe('gone');
    const before = place.asked().length;
    expect(await kind('attachment:3/..%2F..%2Fadmin')).toBe('gone');
    expect(await kind('attachment:x')).toBe('gone');
    expect(place.asked()).toHaveLength(before);
  });
});

describe('the revision of a pull request of a Data Center', () => {
  const revision = async (more: object) => (await listed([row(more)]))[0]?.revision;

  it.each([
    ['its version', { version: 3 }],
    ['the time of its last change', { updatedDate: 1_709_290_800_001 }],
    ['a count', { properties: { resolvedTaskCount: 2, openTaskCount: 1, commentCount: 4 } }],
    ['its head', { fromRef: ref('feature/refunds', hash('c')) }],
    ['a verdict', { reviewers: [{ user: user('joe'), approved: false, status: 'UNAPPROVED' }] }],
  ])('changes with %s', async (_, more) => {
    expect(await revision(more)).not.toBe(await revision({}));
  });

  it('stays when only others have changed', async () => {
    const moved = { toRef: ref('main', hash('d')) };
    const properties = { resolvedTaskCount: 1, openTaskCount: 2, commentCount: 4 };
    const merge = { ...properties, mergeResult: { outcome: 'CONFLICTED', current: true } };
    expect(await revision({ ...moved, properties: merge })).toBe(await revision({}));
  });
});

describe('one pull request of a Data Center', () => {
  const place = (answer: object) => openPlace({ [`${paths.pullRequests}/7`]: answer as Reply });

  it('is found with the revision that its list gives it', async () => {
    await using found = await place({ body: row() });
    const one = await found.source.pullRequests.find({ ...name, number: 7 });
    expect(one?.revision).toBe((await listed([row()]))[0]?.revision);
  });

  it('is null where the repository has none of its number, and an error where that is gone', async () => {
    const gone = (what: string) => refusal(404, 'Not there', what);
    await using none = await place(gone('pull.NoSuchPullRequestException'));
    expect(await none.source.pullRequests.find({ ...name, number: 7 })).toBeNull();
    await using away = await place(gone('repository.NoSuchRepositoryException'));
    const asked = away.source.pullRequests.find({ ...name, number: 7 });
    expect((await failureOf(asked)).code).toBe('not-found');
  });
});
