import type { IssueCommentRecord } from '../../../../archive/records/record-types.ts';
import { recordNumber } from '../../../../archive/write/addresses.ts';
import type { Person } from '../../../../ports/records/person.ts';
import type { DesiredComment, DesiredThread } from '../../../model/desired-pull-request.ts';
import { quoteAnswered } from '../../render/parts/render-comment.ts';
import { quotedLocation } from '../../render/parts/render-location.ts';
import { type ArchiveRendering, laterOf, seconds } from '../archive-rendering.ts';
import { commentBodies, descriptionBodies } from '../archive-texts.ts';

/** Comments of the conversation: what is not on the diff, or has no place there. Pure. */
export function renderConversation(
  rendering: ArchiveRendering,
  threads: readonly DesiredThread[],
): readonly IssueCommentRecord[] {
  const { pullRequest } = rendering;
  const { author, createdAt, closing, reason, number } = pullRequest;
  const [, ...further] = descriptionBodies(rendering);
  const records = further.map((body, index) =>
    issueComment(rendering, {
      key: `description ${number}/${index}`,
      by: author,
      at: createdAt,
      body,
    }),
  );
  for (const thread of threads) records.push(...renderThread(rendering, thread));
  if (reason !== null && closing !== null) {
    const { by, at } = closing;
    records.push(
      issueComment(rendering, { key: `reason ${number}`, by, at, body: reason.markdown }),
    );
  }
  return records;
}

function renderThread(
  rendering: ArchiveRendering,
  thread: DesiredThread,
): readonly IssueCommentRecord[] {
  const { root, replies, placement } = thread;
  const { words } = rendering;
  const why = placement === null || placement.kind === 'line' ? null : placement.why;
  const top = root.inline === null ? null : quotedLocation(words, root.inline, why || null);
  const isSaid = !root.isDeleted;
  return [
    ...(isSaid ? partsOf(rendering, root, { top, notBefore: '' }) : []),
    ...replies.flatMap(({ comment, parent }) =>
      partsOf(rendering, comment, {
        top: quoteAnswered(words, { parent, root }),
        notBefore: seconds(parent.createdAt),
      }),
    ),
  ];
}

function partsOf(
  rendering: ArchiveRendering,
  comment: DesiredComment,
  { top, notBefore }: { top: string | null; notBefore: string },
): readonly IssueCommentRecord[] {
  const { author: by, createdAt, key } = comment;
  const at = laterOf(seconds(createdAt), notBefore);
  return commentBodies(rendering, comment, top).map((body, index) =>
    issueComment(rendering, { key: index === 0 ? key : `${key} ${index}`, by, at, body }),
  );
}

function issueComment(
  { pullRequest, addresses, logins }: ArchiveRendering,
  { key, by, at, body }: { key: string; by: Person | null; at: string; body: string },
): IssueCommentRecord {
  const { number } = pullRequest;
  return {
    type: 'issue_comment',
    url: addresses.issueComment(number, recordNumber(key)),
    pull_request: addresses.pullRequest(number),
    user: logins.addressOf(by),
    body,
    formatter: 'markdown',
    reactions: [],
    created_at: seconds(at),
  };
}
