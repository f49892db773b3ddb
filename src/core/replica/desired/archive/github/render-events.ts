import type { IssueEventRecord } from '../../../../archive/records/record-types.ts';
import { recordNumber } from '../../../../archive/write/addresses.ts';
import type { Person } from '../../../../ports/records/person.ts';
import type { SourceActivity } from '../../../../ports/records/pull-request.ts';
import { oneLine } from '../../render/parts/markdown-pieces.ts';
import { type ArchiveRendering, seconds } from '../archive-rendering.ts';

interface Happened {
  readonly event: string;
  readonly by: Person | null;
  readonly at: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The timeline of a pull request beside its comments and reviews, oldest first. Pure. */
export function renderEvents(rendering: ArchiveRendering): readonly IssueEventRecord[] {
  const { pullRequest, addresses, logins } = rendering;
  const { number } = pullRequest;
  const happened = [
    ...requested(rendering),
    ...renames(pullRequest.history),
    ...forcePushes(rendering),
    ...changesOfState(rendering),
  ];
  // Stable: what happened in one second stays in the order above.
  return happened
    .map((one) => ({ ...one, at: seconds(one.at) }))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ event, by, at, more }, index) => ({
      type: 'issue_event',
      url: addresses.event(number, recordNumber(`event ${number}/${index}`)),
      pull_request: addresses.pullRequest(number),
      actor: logins.addressOf(by),
      event,
      created_at: at,
      ...more,
    }));
}

function requested({ pullRequest, logins }: ArchiveRendering): readonly Happened[] {
  const { author: by, createdAt: at, reviewers } = pullRequest;
  return reviewers.map((reviewer) => {
    return { event: 'review_requested', by, at, more: { subject: logins.addressOf(reviewer) } };
  });
}

function renames(history: readonly SourceActivity[]): readonly Happened[] {
  return history.flatMap((entry): readonly Happened[] => {
    if (entry.kind !== 'renamed') return [];
    const { by, at } = entry;
    const [from = '', to = ''] = [entry.from, entry.to].map((title) => {
      return oneLine(title.toWellFormed().replaceAll('\0', ''));
    });
    if (from === to || from === '' || to === '') return [];
    return [{ event: 'renamed', by, at, more: { title_was: from, title_is: to } }];
  });
}

function forcePushes({ rewrites, pullRequest, addresses }: ArchiveRendering): readonly Happened[] {
  const ref = `refs/heads/${pullRequest.source.branch ?? ''}`;
  return rewrites.map(({ by, at, before, after }) => ({
    event: 'head_ref_force_pushed',
    by,
    at,
    more: {
      before_commit_oid: before,
      after_commit_oid: after,
      commit_repository: addresses.repository,
      ref,
    },
  }));
}

/** Closed and reopened as it was; at the end merged, closed, and its branch deleted, in GitHub's own order. */
function changesOfState(rendering: ArchiveRendering): readonly Happened[] {
  const { pullRequest, commits, isHeadDeleted } = rendering;
  const { closing, state, history } = pullRequest;
  const changes = history.filter((entry) => entry.kind === 'state');
  const last = changes.findLastIndex((entry) => entry.state === state);
  const earlier = (state === 'open' ? changes : changes.slice(0, Math.max(0, last))).flatMap(
    ({ state: to, by, at }, index) => {
      const wasOpen = (changes[index - 1]?.state ?? 'open') === 'open';
      if (to === 'open') return wasOpen ? [] : [{ event: 'reopened', by, at }];
      return wasOpen ? [{ event: 'closed', by, at }] : [];
    },
  );
  if (closing === null) return earlier;
  const { by, at } = closing;
  const merged = { event: 'merged', by, at, more: { commit_id: commits.merge } };
  return [
    ...earlier,
    ...(state === 'merged' ? [merged] : []),
    { event: 'closed', by, at },
    ...(isHeadDeleted ? [{ event: 'head_ref_deleted', by, at }] : []),
  ];
}
