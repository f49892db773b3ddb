import { type Created, once } from '../../../../journal/once.ts';
import { pausesFor } from '../../../../journal/wait-until-visible.ts';
import type { CreatedResult } from '../../../../ports/state/repository-writer.ts';
import { findWritten } from '../../../actual/find-written.ts';
import type { PlacedWrite, ReviewWrite } from '../../../model/prepared-pull-request.ts';
import { createdIds } from '../../../recorded/pull-requests/created-ids.ts';
import { locationText, toWrittenText } from '../../../recorded/pull-requests/written-record.ts';
import { journalOf, writingFailure } from '../target/journal-of.ts';
import { type Conversation, writeElsewhere, writePlaced } from './write-comment.ts';

/** Milliseconds between looks for the comments of a review that was answered. */
const pausesUntilListed = [500, 1000, 2000, 4000, 8000, 16_000];

/**
 * One review with its comments, by one request. Where the target refuses it, one of its places must be wrong, and it
 * does not say which: the review is made without comments then, and each comment by itself.
 */
export async function writeReview(conversation: Conversation, review: ReviewWrite): Promise<void> {
  const { made } = conversation;
  if (!made.has(review.key)) {
    const isWritten = await sendReview(conversation, review);
    if (!isWritten && !(await sendReview(conversation, { ...review, comments: [] }))) {
      await writeElsewhere(conversation, { key: review.key, otherwise: review.body });
    }
  }
  for (const comment of openComments(conversation, review))
    await writePlaced(conversation, comment);
}

function openComments({ made }: Conversation, review: ReviewWrite): readonly PlacedWrite[] {
  return review.comments.filter(({ key }) => !made.has(key));
}

/**
 * All keys that are not written are intended at once. A response that was lost may stand for the review and only some of
 * its comments, or for comments alone: what is there is adopted, and is not sent again.
 * @returns whether the review is there
 */
async function sendReview(conversation: Conversation, review: ReviewWrite): Promise<boolean> {
  const { context, name, made, prefix, intended } = conversation;
  const { target, signal } = context.repository;
  const open = () => ({ ...review, comments: openComments(conversation, review) });
  const keys = [...dataOf(open()).keys()];
  const sent: { readonly review: ReviewWrite; readonly id: string }[] = [];
  const created = await once(journalOf(context), {
    kind: 'comment',
    id: `${prefix}${review.key}`,
    known: undefined,
    isIntended: () => keys.filter((key) => intended.delete(key)).length === keys.length,
    data: toWrittenText(review.body),
    along: () => new Map([...dataOf(open())].map(([key, data]) => [`${prefix}${key}`, data])),
    failure: writingFailure(context),
    async send() {
      const { comments } = open();
      const answer = await target.pullRequests.createReview({
        ...name,
        commit: review.commit,
        body: review.body,
        comments: comments.flatMap(({ body, placement }) =>
          placement.kind === 'line' ? [{ ...placement.place, body }] : [],
        ),
        signal,
      });
      if (answer.kind === 'refused') return null;
      const own = { targetId: createdIds.review(answer.id), targetUrl: answer.webUrl };
      made.set(review.key, own);
      sent.push({ review: { ...review, comments }, id: answer.id });
      return own;
    },
    async find() {
      await adoptAll(conversation, review);
      return made.get(review.key) ?? null;
    },
  });
  for (const one of sent) await adoptListed(conversation, one.review, one.id);
  return created !== null;
}

/** They are there, since the review is: only a list that never shows them makes them be written once more. */
async function adoptListed(
  conversation: Conversation,
  review: ReviewWrite,
  reviewId: string,
): Promise<void> {
  const { waitingClock, signal, settleMilliseconds } = conversation.context.repository;
  for (const pause of [...pausesFor(settleMilliseconds, pausesUntilListed), null]) {
    if ((await adoptOfReview(conversation, review, reviewId)) || pause === null) break;
    await waitingClock.sleep(pause, signal);
  }
  if (openComments(conversation, review).length > 0) await adoptAll(conversation, review);
}

/** Ids of the comments, which the answer to the review does not give. @returns whether all of them came */
async function adoptOfReview(
  { context, name, made, prefix }: Conversation,
  review: ReviewWrite,
  reviewId: string,
): Promise<boolean> {
  const { target, signal, records } = context.repository;
  const keys = new Map(review.comments.map(({ key }) => [context.markers.digest(key), key]));
  const results: ({ sourceId: string } & CreatedResult)[] = [];
  const own = made.get(review.key);
  const data = dataOf(review);
  const result = (key: string, one: Created) => ({
    sourceId: `${prefix}${key}`,
    ...one,
    data: data.get(key) ?? '{}',
  });
  if (own !== undefined) results.push(result(review.key, own));
  if (keys.size > 0) {
    const pages = target.pullRequests.listCommentsOfReview({ ...name, reviewId, signal });
    for await (const page of pages) {
      for (const { id, body, webUrl } of page) {
        const key = keys.get(context.markers.digestOf(body) ?? '');
        if (key === undefined) continue;
        const one = { targetId: createdIds.reviewComment(id), targetUrl: webUrl };
        made.set(key, one);
        results.push(result(key, one));
      }
    }
  }
  await records.recordResults('comment', results);
  return review.comments.every(({ key }) => made.has(key));
}

async function adoptAll(
  { context, name, made, prefix }: Conversation,
  review: ReviewWrite,
): Promise<void> {
  const { records } = context.repository;
  const found = await findWritten(context, name.number);
  const results = [...dataOf(review)].flatMap(([key, data]) => {
    const one = found.get(context.markers.digest(key));
    if (one === undefined) return [];
    made.set(key, one);
    return [{ sourceId: `${prefix}${key}`, ...one, data }];
  });
  await records.recordResults('comment', results);
}

/** Returns what the state keeps with the review and each of its comments, by key. */
function dataOf(review: ReviewWrite): ReadonlyMap<string, string> {
  const comments = review.comments.map(
    (comment) => [comment.key, toWrittenText(comment.body, locationText(comment))] as const,
  );
  return new Map([[review.key, toWrittenText(review.body)], ...comments]);
}
