import { describe, expect, it } from 'vitest';
import type { SmallArchive } from '../../../core/archive/small-archive.ts';
import { git } from '../../../core/git/fixture.ts';
import { type Authored, at, first, honest, importerForFile } from './import-changed.ts';

const place = importerForFile();
const { importChanged } = place;

describe('an imported repository', () => {
  it('has its branches, heads of pull requests and the default branch', async () => {
    const { repository, read } = await importChanged();
    const directory = place.sandbox().github.gitDirectory(`acme/${repository}`);
    const refs = git(directory, 'for-each-ref', '--format=%(refname)').trim().split('\n');
    expect(refs).toEqual(['refs/heads/main', 'refs/pull/1/head']);
    expect(await read('')).toMatchObject([
      { private: true, default_branch: 'main', description: 'The shop' },
    ]);
  });

  it('has pull requests with author, times, state and merge', async () => {
    const { read } = await importChanged();
    expect(await read('/pulls/1')).toMatchObject([
      {
        number: 1,
        title: 'Count in words',
        state: 'closed',
        merged: true,
        created_at: at(1),
        merged_at: at(20),
        closed_at: at(20),
        merged_by: { type: 'Mannequin' },
        user: { type: 'Mannequin' },
        commits: 1,
      },
    ]);
  });

  it('gives the log the next number', async () => {
    const { read } = await importChanged();
    expect(await read('/issues/2')).toMatchObject([
      { title: 'Migration Log', body: expect.stringContaining('Import started') },
    ]);
  });

  it('has the events that the host honours', async () => {
    const { read } = await importChanged();
    const events = await read<{ event: string }>('/issues/1/events');
    expect(events.map(({ event }) => event)).toEqual(['merged', 'closed']);
  });

  it('names people by logins that say nothing, unless the host keeps theirs', async () => {
    const { read } = await importChanged();
    const [opaque] = await read<Authored>('/pulls/1');
    expect(opaque?.user.login).toMatch(/^[A-Za-z0-9]{10,24}$/);
    expect(opaque?.user.login).not.toBe('ada');
    place.sandbox().github.importer.mannequins.length = 0;
    place.rules().keepsLogins = true;
    const [plain] = await (await importChanged()).read<Authored>('/pulls/1');
    expect(plain?.user).toMatchObject({ login: 'ada', type: 'Mannequin' });
  });
});

describe('reviews', () => {
  it.each([
    [40, 'APPROVED'],
    [30, 'CHANGES_REQUESTED'],
    [1, 'COMMENTED'],
  ])('of state %d are %s where the host honours it', async (state, word) => {
    Object.assign(place.rules(), honest);
    const { read } = await importChanged((archive) => {
      Object.assign(first(archive, 'pull_request_reviews'), { state, body: 'Fine' });
    });
    const [review] = await read('/pulls/1/reviews');
    expect(review).toMatchObject({ state: word, body: 'Fine', submitted_at: at(5) });
  });

  it('become comments, and vanish without text, where it does not', async () => {
    const { read, ended } = await importChanged();
    expect(await read('/pulls/1/reviews')).toMatchObject([{ state: 'COMMENTED' }]);
    const log = await place.importer().readLog({ url: ended.logUrl ?? '' });
    expect(log?.findings).toMatchObject([{ cause: 'review-empty', level: 'info' }]);
  });

  it('have their threads, with line, hunk, author and time', async () => {
    const { read } = await importChanged();
    expect(await read('/pulls/1/comments')).toMatchObject([
      {
        path: 'app.txt',
        line: 12,
        side: 'RIGHT',
        position: 5,
        body: 'In words?',
        created_at: at(6),
        diff_hunk: '@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-12\n+twelve',
        user: { type: 'Mannequin' },
      },
    ]);
  });

  it.each([true, false])('lose comments of one second and place: %s', async (isLost) => {
    place.rules().collapsesSameSecondComments = isLost;
    const { read, ended } = await importChanged(({ records }) => {
      const [comment] = records.pull_request_review_comments ?? [];
      const url = `${comment?.pull_request}/files#r2`;
      records.pull_request_review_comments?.push({
        ...comment,
        url,
        body: 'Again',
        in_reply_to: comment?.url,
      });
    });
    expect(await read('/pulls/1/comments')).toHaveLength(isLost ? 1 : 2);
    const log = await place.importer().readLog({ url: ended.logUrl ?? '' });
    expect(JSON.stringify(log?.findings)).not.toContain('#r2');
  });
});

describe('an archive that cannot be imported', () => {
  it.each([
    [
      'lacks its repository',
      ({ records }: SmallArchive) => void Object.assign(records, { repositories: [] }),
    ],
    [
      'has a user whose emails are null',
      (archive: SmallArchive) => void Object.assign(first(archive, 'users'), { emails: null }),
    ],
  ])('%s', async (_, change) => {
    const { ended, repository } = await importChanged(change);
    expect(ended.state).toMatchObject({ kind: 'failed', word: 'FAILED' });
    expect(place.sandbox().github.findRepository(`acme/${repository}`)).toBeNull();
  });
});
