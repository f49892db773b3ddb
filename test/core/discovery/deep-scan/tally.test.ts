import { describe, expect, it } from 'vitest';
import { countConversation } from '../../../../src/core/discovery/deep-scan/count-conversation.ts';
import { countPullRequests } from '../../../../src/core/discovery/deep-scan/pull-request-listing.ts';
import { namesLfs } from '../../../../src/core/discovery/deep-scan/repository-scan.ts';
import { assumed, factsOf } from '../../../../src/core/forecast/facts.ts';
import type { SourceComment } from '../../../../src/core/ports/records/pull-request.ts';
import { person } from '../../users/people.ts';
import { comment, onLine, pullRequest } from '../fake-source.ts';

const own = { branch: 'topic', commit: 'abc', repository: 'acme/api' };
const fork = { branch: 'topic', commit: 'abc', repository: 'robin/api' };
const goneFork = { branch: 'topic', commit: 'abc', repository: null };

describe('pull requests', () => {
  it('are counted by state, drafts, forks, comments and reviewers', () => {
    const tally = countPullRequests();
    tally.add([
      pullRequest(1, { state: 'open', isDraft: true, reviewers: [person('r')] }),
      pullRequest(2, { state: 'open', source: fork }),
      pullRequest(3, { state: 'declined', commentCount: 2 }),
      pullRequest(5, { state: 'superseded', isDraft: true }),
    ]);
    tally.add([pullRequest(8, { source: goneFork, commentCount: 1 }), pullRequest(9)]);
    expect(tally.result().counts).toEqual({
      open: 2,
      merged: 2,
      declined: 1,
      superseded: 1,
      drafts: 1,
      from_forks: 2,
      open_from_forks: 1,
      heads_perhaps_gone: 2,
      comments: 3,
      with_comments: 2,
      with_reviewers: 1,
      highest_number: 9,
      missing_numbers: 3,
    });
    expect(tally.result().conversations).toEqual([
      { number: 3, commentCount: 2 },
      { number: 8, commentCount: 1 },
    ]);
  });

  it('are no invention where the source does not count their comments', () => {
    const tally = countPullRequests();
    tally.add([pullRequest(1, { commentCount: null }), pullRequest(2, { commentCount: 2 })]);
    const { counts, conversations } = tally.result();
    expect(counts).toMatchObject({ comments: 2, with_comments: 1, comments_unknown: 1 });
    expect(conversations.map(({ number }) => number)).toEqual([1, 2]);
    expect(factsOf({ pull_requests: counts })).toMatchObject({
      accuracy: 'estimate',
      total: 2,
      comments: 2 + assumed.commentsEach,
    });
  });

  it('are from no fork where the project is written in other letters', () => {
    const tally = countPullRequests();
    const source = { ...own, repository: 'PAY/web' };
    tally.add([pullRequest(1, { source, destination: { ...source, repository: 'pay/web' } })]);
    expect(tally.result().counts.from_forks).toBe(0);
  });

  it('are counted once, also where a page brings them again', () => {
    const tally = countPullRequests();
    tally.add([pullRequest(1)]);
    tally.add([pullRequest(1), pullRequest(2)]);
    expect(tally.seen).toBe(2);
    expect(tally.result().counts).toMatchObject({ merged: 2, missing_numbers: 0 });
  });

  it('may have lost their head where their branch was closed, the fork is gone or no commit is named', () => {
    const gone = (change: Parameters<typeof pullRequest>[1]) => {
      const tally = countPullRequests();
      tally.add([pullRequest(1, change)]);
      return tally.result().counts.heads_perhaps_gone;
    };
    expect(gone({})).toBe(0);
    expect(gone({ closeSourceBranch: true })).toBe(1);
    expect(gone({ state: 'open', closeSourceBranch: true })).toBe(0);
    expect(gone({ state: 'open', source: fork })).toBe(0);
    expect(gone({ state: 'open', source: { ...own, commit: null } })).toBe(1);
    expect(gone({ source: fork })).toBe(1);
    expect(gone({ source: goneFork })).toBe(1);
    expect(gone({ state: 'superseded', source: goneFork })).toBe(0);
  });

  it('list everybody once for each part that they have', () => {
    const tally = countPullRequests();
    const robin = person('robin');
    tally.add([
      pullRequest(1, {
        author: robin,
        closedBy: robin,
        reviewers: [person('kim')],
        participants: [
          { person: person('kim', { username: 'kim' }), role: 'reviewer', verdict: null, at: null },
          { person: null, role: 'participant', verdict: null, at: null },
        ],
      }),
    ]);
    expect(tally.result().people).toEqual([
      { person: robin, times: 2 },
      { person: person('kim', { username: 'kim' }), times: 2 },
    ]);
  });
});

const counted = (comments: readonly SourceComment[]) => countConversation({ comments });

describe('a conversation', () => {
  it('is counted by what it becomes on the target', () => {
    const lines = Array.from({ length: 26 }, (_, index) =>
      comment(`l${index}`, { inline: onLine }),
    );
    const { counts } = counted([
      ...lines,
      comment('f', { inline: { ...onLine, to: null } }),
      comment('r', { parentId: 'l1', inline: onLine }),
      comment('g'),
      comment('h', { parentId: 'g' }),
      comment('gone', { isDeleted: true }),
      comment('root', { isDeleted: true, inline: onLine }),
      comment('s', { parentId: 'root' }),
    ]);
    expect(counts).toEqual({
      reviews: 2,
      line_threads: 27,
      file_threads: 1,
      replies: 3,
      general: 1,
    });
  });

  it('lists everybody who wrote or resolved something', () => {
    const { people } = counted([comment('1', { resolution: { by: person('b'), at: null } })]);
    expect(people.map(({ person: { nickname } }) => nickname)).toEqual(['commenter', 'b']);
  });
});

describe('a conversation that comes with all that has happened', () => {
  it('names those who had tasks, decided or closed as well', () => {
    const at = '2026-01-01T00:00:00Z';
    const { people } = countConversation({
      comments: [],
      tasks: [
        {
          id: '1',
          text: { raw: 'do', markup: 'markdown' },
          isResolved: true,
          author: person('asks'),
          createdAt: at,
          resolvedBy: person('resolves'),
          resolvedAt: at,
          commentId: null,
        },
      ],
      activity: [
        { kind: 'approved', by: person('approves'), at },
        { kind: 'state', state: 'merged', by: person('merges'), at, reason: '' },
      ],
      closing: { by: person('merges'), mergeCommit: null },
    });
    expect(people.map(({ person: { nickname }, times }) => `${nickname} ${times}`)).toEqual([
      'asks 1',
      'resolves 1',
      'approves 1',
      'merges 1',
    ]);
  });
});

describe('.gitattributes', () => {
  it.each([
    ['*.bin filter=lfs diff=lfs merge=lfs -text\n', true],
    ['# a comment\r\n"a b.bin"  filter=lfs\r\n', true],
    ['  *.psd\tfilter=lfs', true],
    ['# *.bin filter=lfs\n', false],
    ['*.bin filter=lfs-other\n', false],
    ['*.bin -filter\n', false],
    ['filter=lfs\n', false],
    ['', false],
  ])('%j shows whether LFS is used: %s', (text, usesLfs) => {
    expect(namesLfs(text)).toBe(usesLfs);
  });
});
