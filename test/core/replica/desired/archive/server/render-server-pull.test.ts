import { describe, expect, it } from 'vitest';
import { bob, comment, jane, place } from '../../render/fixture.ts';
import { day, head, merge, older, serverPull } from '../fixture.ts';

const bobId = 'bob|Bob||NORMAL';
const janeId = 'jane|Jane||NORMAL';
const time = (iso: string) => Date.parse(iso);

type Change = NonNullable<Parameters<typeof serverPull>[0]>;

/** Comments of the rendered pull request with their replies. */
const commentsOf = (change: Change, rendering?: Parameters<typeof serverPull>[1]) =>
  serverPull(change, rendering).activities.flatMap((one) =>
    one.kind === 'COMMENT:ADDED' ? [one.comment] : [],
  );

const line = {
  kind: 'line',
  commit: head,
  place: { path: 'src/door.ts', line: 2, side: 'RIGHT', startLine: null, startSide: null },
} as const;

const inline = (id: string, change: Parameters<typeof comment>[1] = {}) =>
  comment(id, { inline: place(), ...change });

describe('renderServerPull', () => {
  it('has author, reviewers with their verdicts, and others who took part', () => {
    const { metadata } = serverPull({
      pullRequest: {
        reviewers: [bob],
        participants: [{ person: bob, role: 'reviewer', verdict: 'approved', at: null }],
      },
    });
    expect(metadata.allParticipants).toEqual([
      { role: 'AUTHOR', status: 'UNAPPROVED', userId: janeId },
      { role: 'REVIEWER', status: 'APPROVED', userId: bobId, lastReviewedCommit: head },
    ]);
  });

  it('ends a merged pull request with its commit, and a declined one without', () => {
    const closed = { by: bob, at: day(3), reason: '' };
    const merged = serverPull(
      {
        pullRequest: { state: 'merged' },
        conversation: { activity: [{ kind: 'state', state: 'merged', ...closed }] },
      },
      { commits: { base: older, head, merge } },
    );
    expect(merged.metadata).toMatchObject({ state: 'MERGED', closedTimestamp: time(day(3)) });
    expect(merged.activities.at(-1)).toMatchObject({ kind: 'MERGED', hash: merge, userId: bobId });
    const declined = serverPull({
      pullRequest: { state: 'declined' },
      conversation: { activity: [{ kind: 'state', state: 'declined', ...closed }] },
    });
    expect(declined.activities.at(-1)).toMatchObject({ kind: 'ACTIVITY', action: 'DECLINED' });
  });

  it('puts new comments first and everything else after them, each part by time', () => {
    const { activities } = serverPull({
      conversation: {
        comments: [comment('2'), comment('1'), comment('3', { parentId: '1' })],
        activity: [{ kind: 'approved', by: bob, at: day(3) }],
      },
    });
    expect(activities.map((one) => ('action' in one ? one.action : one.kind))).toEqual([
      ...['COMMENT:ADDED', 'COMMENT:ADDED'],
      ...['OPENED', 'COMMENT:OTHER', 'APPROVED', 'REVIEWERS:UPDATED'],
    ]);
    expect(activities).toContainEqual(
      expect.objectContaining({ commentAction: 'REPLIED', commentId: '3' }),
    );
  });

  it('nests replies below what they answer', () => {
    const [root] = commentsOf({
      conversation: {
        comments: [
          inline('1'),
          inline('2', { parentId: '1', inline: null }),
          inline('3', { parentId: '2', inline: null }),
        ],
      },
      placements: { 1: line },
    });
    expect(root).toMatchObject({
      ...{ id: '1', authorId: bobId, thread: { resolved: false } },
      comments: [{ id: '2', comments: [{ id: '3', comments: [] }] }],
    });
    expect(root?.comments[0]).not.toHaveProperty('thread');
  });

  it('quotes in the conversation what a reply answers, because GitHub shows no levels there', () => {
    const [root] = commentsOf({
      conversation: { comments: [comment('1'), comment('2', { parentId: '1' })] },
    });
    expect(root?.text).toBe('Text of 1.');
    expect(root?.comments[0]?.text).toMatch(/^> .*Text of 2\.$/s);
  });

  it('anchors a thread where git shows it: on added and removed lines, on older commits', () => {
    const anchorOf = (change: object, hunk: object, commit = head) =>
      commentsOf(
        {
          conversation: { comments: [inline('1', change)] },
          placements: { 1: { ...line, commit } },
        },
        {
          hunks: new Map([
            ['comment 42/1', { position: 2, startLine: null, line: 2, ...hunk } as never],
          ]),
        },
      )[0]?.thread?.anchor;
    expect(anchorOf({}, { hunk: '@@ -1 +1,2 @@\n a\n+b', side: 'right' })).toEqual({
      ...{ diffType: 'EFFECTIVE', fileType: 'TO', lineType: 'ADDED', orphaned: false },
      ...{ path: 'src/door.ts', line: 2, fromHash: 'b'.repeat(40), toHash: head },
    });
    expect(anchorOf({}, { hunk: '@@ -1,2 +1 @@\n a\n-b', side: 'left' })).toMatchObject({
      ...{ fileType: 'FROM', lineType: 'REMOVED' },
    });
    expect(anchorOf({}, { hunk: '@@ -1 +1 @@\n a', side: 'right' }, older)).toMatchObject({
      ...{ lineType: 'CONTEXT', orphaned: true, toHash: older },
    });
  });

  it('marks a resolved thread, and keeps tasks as lines of the text', () => {
    const [root] = commentsOf({
      conversation: {
        comments: [inline('1', { resolution: { by: jane, at: day(4) } })],
        tasks: [
          {
            ...{ id: '9', text: { raw: 'Oil it', markup: 'markdown' }, isResolved: true },
            ...{ author: bob, createdAt: day(2), resolvedBy: null, resolvedAt: null },
            commentId: '1',
          },
        ],
      },
      placements: { 1: line },
    });
    expect(root?.thread).toMatchObject({ resolved: true, updatedTimestamp: time(day(4)) });
    expect(root).toMatchObject({ severity: 'NORMAL', text: expect.stringContaining('Oil it') });
  });

  it('makes a verdict that was withdrawn a comment, and lists what the format lacks', () => {
    const { activities, notes } = serverPull({
      conversation: {
        activity: [
          { kind: 'approved', by: bob, at: day(2) },
          { kind: 'verdict-withdrawn', by: bob, at: day(3) },
          { kind: 'state', state: 'declined', by: bob, at: day(4), reason: '' },
          { kind: 'state', state: 'open', by: bob, at: day(5), reason: '' },
        ],
      },
    });
    expect(activities.map((one) => ('action' in one ? one.action : one.kind))).toEqual([
      'COMMENT:ADDED',
      'OPENED',
    ]);
    expect(activities[0]).toMatchObject({
      comment: { authorId: bobId, text: expect.stringMatching(/^Approved; withdrawn /) },
    });
    expect(notes).toEqual([{ kind: 'reopened', count: 2 }]);
  });
});
