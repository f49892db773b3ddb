import { pausesFor, waitUntilVisible } from '../../../journal/wait-until-visible.ts';
import { hasCode } from '../../../kernel/errors.ts';
import type { CreatedResult } from '../../../ports/state/repository-writer.ts';
import type { PlacedWrite, ReviewWrite } from '../prepare/prepared-pull-request.ts';
import { createdIds, findWritten } from './find-written.ts';
import { type Conversation, writeElsewhere, writePlaced } from './write-comment.ts';
import { type Made, noAnswer } from './write-once.ts';
import { placeText, toWrittenText } from './written-record.ts';

/** After so many lost answers in a row the target is taken to be unavailable. */
const maxAttempts = 3;

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
 * All keys that are not written are intended at once. An answer that was lost may stand for the review and only some of
 * its comments, or for comments alone: what is there is adopted, and is not sent again.
 * @returns whether the review is there
 */
async function sendReview(conversation: Conversation, review: ReviewWrite): Promise<boolean> {
  const { context, name, made, prefix } = conversation;
  const { target, signal, records } = context.repository;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    context.stopIfDraining();
    const comments = openComments(conversation, review);
    const texts = dataOf({ ...review, comments });
    const sourceIds = [...texts.keys()].map((key) => `${prefix}${key}`);
    await conversation.intend(texts);
    try {
      const answer = await target.pullRequests.createReview({
        ...name,
        commit: review.commit,
        body: review.body,
        comments: comments.flatMap(({ body, placement }) =>
          placement.kind === 'line' ? [{ ...placement.place, body }] : [],
        ),
        signal,
      });
      if (answer.kind === 'refused') {
        for (const sourceId of sourceIds) await records.forgetIntent('comment', sourceId);
        return false;
      }
      made.set(review.key, { targetId: createdIds.review(answer.id), targetUrl: answer.webUrl });
      await adoptListed(conversation, { ...review, comments }, answer.id);
      return true;
    } catch (error) {
      if (!hasCode(error, 'ambiguous-write')) throw error;
    }
    await waitUntilVisible(context.repository, context.repository.clock.now());
    await adoptAll(conversation, review);
    if (made.has(review.key)) return true;
  }
  throw noAnswer(context);
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
  const result = (key: string, one: Made) => ({
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

/** What the state keeps with the review and each of its comments, by key. */
function dataOf(review: ReviewWrite): ReadonlyMap<string, string> {
  const comments = review.comments.map(
    (comment) => [comment.key, toWrittenText(comment.body, placeText(comment))] as const,
  );
  return new Map([[review.key, toWrittenText(review.body)], ...comments]);
}
