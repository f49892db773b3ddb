import { describe, expect, it } from 'vitest';
import { checkerForFile } from '../checker.ts';
import { paths, type SmallExport, smallExport } from './small-export.ts';

const { check, newFolder } = checkerForFile();

/** Findings of a small export after a change, as `kind: message`. */
async function findingsAfter(change: (one: SmallExport) => void): Promise<readonly string[]> {
  const made = smallExport(newFolder());
  change(made);
  const { findings } = await check(await made.write());
  return findings.map(({ severity, kind, message }) =>
    severity === 'error' ? `${kind}: ${message}` : `${severity}: ${message}`,
  );
}

const anchorOf = ({ comment }: SmallExport) =>
  (comment.thread as { anchor: Record<string, unknown> }).anchor;

describe('checkArchive of an export of a Data Center', () => {
  it('finds a whole one whole, and counts what it holds', async () => {
    const { findings, repositories, ...summary } = await check(
      await smallExport(newFolder()).write(),
    );
    expect(findings).toEqual([]);
    expect(repositories).toEqual(['web-shop']);
    expect(summary).toMatchObject({
      format: 'bitbucket-server',
      version: '9.4.18',
      records: {
        ...{ pull_requests: 1, pull_request_review_threads: 1, pull_request_review_comments: 2 },
        issue_events: 4,
      },
    });
  });

  it.each<[string, (one: SmallExport) => void, string]>([
    ['a missing entry', ({ documents }) => documents.delete(paths.hooks), 'layout: it is missing'],
    [
      'a pull request without activities',
      ({ documents }) => documents.delete(paths.activities),
      'layout: pull request 1 has no readable activities.json',
    ],
    [
      'an entry out of order',
      ({ documents }) => {
        documents.delete(paths.begin);
        documents.set(paths.begin, null);
      },
      'layout: it comes too late in the archive',
    ],
    [
      'a path of another repository',
      ({ documents }) => {
        documents.delete(paths.end);
        documents.set('_/repository/hierarchy_end/cd34', null);
      },
      `reference: the records call for ${paths.end}`,
    ],
    [
      'a field of another type',
      ({ metadata }) => void Object.assign(metadata, { createdTimestamp: '2024' }),
      'record: createdTimestamp: must be a number, not text',
    ],
    [
      'somebody without a reference',
      ({ activities }) => void Object.assign(activities[1] ?? {}, { userId: 'jane' }),
      'record: 1.userId: not a reference like slug|Name||NORMAL',
    ],
    [
      'activities out of order',
      ({ activities }) => activities.reverse(),
      'time: its activities are not in order: new comments must come first, and each group must be sorted by time',
    ],
    [
      'a state that nothing led to',
      ({ activities }) => activities.pop(),
      'state: it is MERGED, but its activities lack MERGED',
    ],
    [
      'an end without a time',
      ({ metadata }) => delete metadata.closedTimestamp,
      'state: it is MERGED without closedTimestamp',
    ],
    [
      'a comment that appears twice',
      ({ comment, activities }) => void activities.unshift({ ...activities[0], comment }),
      'duplicate: comment 11 appears twice',
    ],
    [
      'a reply to nothing',
      ({ activities }) => void Object.assign(activities[2] ?? {}, { commentId: '99' }),
      'reference: REPLIED refers to comment 99, which does not exist',
    ],
    [
      'a reply that is older than its comment',
      ({ comment }) =>
        void Object.assign((comment.comments as object[])[0] ?? {}, { createdTimestamp: 1 }),
      'time: comment 12 is older than comment 11, which it replies to',
    ],
    [
      'a ref without its object',
      ({ refs }) => refs.set('refs/heads/gone', `${'e'.repeat(40)}\n`),
      'ref: refs/heads/gone does not point to an object',
    ],
    [
      'a head without a ref',
      ({ refs }) => refs.delete('stash-refs/pull-requests/1/from'),
      'ref: stash-refs/pull-requests/1/from is missing',
    ],
    [
      'an anchor on a line that did not change',
      (one) => void Object.assign(anchorOf(one), { line: 11 }),
      'position: comment 11: line 11 is CONTEXT in the diff, not ADDED',
    ],
    [
      'an anchor on another file',
      (one) => void Object.assign(anchorOf(one), { path: 'other.txt' }),
      'position: comment 11: other.txt is not part of the diff',
    ],
    [
      'an anchor on a commit that is not there',
      (one) => void Object.assign(anchorOf(one), { toHash: 'e'.repeat(40) }),
      `commit: comment 11: its anchor refers to commit ${'e'.repeat(40)}, which does not exist`,
    ],
  ])('finds %s', async (_, change, expected) => {
    expect(await findingsAfter(change)).toContain(expected);
  });

  it('warns of comments that the importer would make one of', async () => {
    const found = await findingsAfter(({ comment }) => {
      const { authorId, createdTimestamp } = comment;
      const [reply = {}] = comment.comments as object[];
      Object.assign(reply, { authorId, createdTimestamp });
    });
    expect(found).toEqual([
      'warning: comment 12 has the same author, position and time (to the second) as another: one of them will be lost',
    ]);
  });

  it('unpacks nothing but objects and refs', async () => {
    const found = await findingsAfter(({ refs, documents }) => {
      refs.set('refs/heads/../../../escape', `${'a'.repeat(40)}\n`);
      const objects = documents.get(paths.objects) as Map<string, Buffer>;
      objects.set('../hooks/post-update', Buffer.from('#!/bin/sh\n'));
    });
    expect(found).toEqual([
      'layout: it points outside the archive',
      'layout: it points outside the archive',
    ]);
  });
});
