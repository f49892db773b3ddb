import { describe, expect, it } from 'vitest';
import { checkerForFile, set } from './checker.ts';
import type { SmallArchive } from './small-archive.ts';

const checker = checkerForFile();

describe('the check of the records of an archive', () => {
  it.each<[string, (archive: SmallArchive) => void, readonly string[]]>([
    [
      'an author without a record',
      set('pull_requests', { user: 'https://bitbucket.org/gone' }),
      ['reference: user refers to https://bitbucket.org/gone, which has no record'],
    ],
    [
      'a record of another kind than is expected',
      set('pull_requests', { repository: 'https://bitbucket.org/acme' }),
      [
        'reference: repository refers to https://bitbucket.org/acme in organizations; expected repositories',
      ],
    ],
    [
      'emails that are null',
      set('users', { emails: null }),
      ['record: emails: must be a list, not null'],
    ],
    [
      'an empty address of a wiki',
      set('repositories', { wiki_url: '' }),
      ['record: wiki_url: must not be empty'],
    ],
    [
      'a time with milliseconds',
      set('pull_requests', { created_at: '2024-03-01T10:01:00.123Z' }),
      ['record: created_at: not a time like 2026-11-22T14:05:00Z'],
    ],
    [
      'a NUL in a text',
      set('pull_requests', { body: 'a\u0000b' }),
      ['record: body: a NUL character'],
    ],
    [
      'a state of a review that no export has',
      set('pull_request_reviews', { state: 2 }),
      ['record: state: must be 1 or 30 or 40'],
    ],
    [
      'a reply by number in place of an address',
      set('pull_request_review_comments', { in_reply_to: 17 }),
      ['record: in_reply_to: must be text, not a number', 'thread: it has no comments'],
    ],
    [
      'a merged pull request that is not closed',
      set('pull_requests', { closed_at: null }),
      ['state: merged_at is set and closed_at is not'],
    ],
    [
      'a merged pull request without its event',
      ({ records }) => void records.issue_events?.shift(),
      ['state: it is merged but has no "merged" event'],
    ],
    [
      'an event of a merge with another commit',
      (archive) => set('issue_events', { commit_id: archive.commits.base })(archive),
      ['state: its commit_id is not the merge_commit_sha of the pull request'],
    ],
    [
      'a comment whose review is by somebody else',
      set('pull_request_review_comments', { user: 'https://bitbucket.org/ada' }),
      ['thread: its review has a different author'],
    ],
    [
      'a comment elsewhere than its thread',
      set('pull_request_review_comments', { position: 4, original_position: 4 }),
      ["thread: position, original_position differ from its thread's"],
    ],
  ])('finds %s', async (_, change, expected) => {
    expect(await checker.findingsAfter(change)).toEqual(expected);
  });
});
