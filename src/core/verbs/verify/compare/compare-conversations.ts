import { count } from '../../../kernel/format/format.ts';
import type { AuditedConversation } from '../../../ports/target-audit.ts';
import { createdIds } from '../../../replica/recorded/pull-requests/created-ids.ts';
import type { Audit } from '../findings/audit.ts';
import { type KnownPullRequest, type KnownWrite, writeId } from '../findings/known-repository.ts';
import { itemOfWrite, textMismatches } from './compare-comments.ts';

interface Expected {
  readonly pullRequest: KnownPullRequest;
  readonly reviews: KnownWrite[];
  /** True if it was resolved, by the id of the thread's first comment. */
  readonly threads: Map<string, { readonly write: KnownWrite; readonly isResolved: boolean }>;
}

/**
 * Reviews, and which threads are resolved. Where no thread was, only the reviews are read, many pull requests by one query:
 * people may have written some.
 */
export async function compareConversations(
  audit: Audit,
  { there, missing }: { there: ReadonlySet<number>; missing: ReadonlySet<string> },
): Promise<void> {
  const { target, name, collector, findsAllWork, signal } = audit;
  const expected = gather(audit, there, missing);
  if (expected.size === 0) return;
  const all = [...expected];
  const numbers = all.flatMap(([number, one]) => (findsAllWork || hasOwn(one) ? [number] : []));
  const others = new Set(expected.keys()).difference(new Set(numbers));
  const found = await target.audit.readConversations({
    ...name,
    numbers,
    reviewsOf: [...others],
    signal,
  });
  let hasThreads = true;
  for (const [number, one] of expected) {
    const conversation = found.get(number);
    if (conversation === undefined) continue;
    compareReviews(audit, one, conversation);
    if (others.has(number)) continue;
    if (conversation.threads === null) hasThreads = false;
    else compareThreads(audit, one, conversation.threads);
  }
  if (!hasThreads) {
    collector.note('Resolved threads are not compared: this token cannot use GraphQL');
  }
  const unread = [...others].filter((number) => !found.has(number)).length;
  if (unread > 0) {
    const many = count(unread, 'pull request');
    collector.note(
      `Reviews added since to ${many} cannot be detected: this token cannot use GraphQL`,
    );
  }
}

function hasOwn({ reviews, threads }: Expected): boolean {
  return reviews.length > 0 || [...threads.values()].some(({ isResolved }) => isResolved);
}

function gather(
  { known }: Audit,
  there: ReadonlySet<number>,
  missing: ReadonlySet<string>,
): ReadonlyMap<number, Expected> {
  const all = new Map<number, Expected>();
  for (const pullRequest of known.pullRequests.values()) {
    if (!there.has(pullRequest.target)) continue;
    all.set(pullRequest.target, { pullRequest, reviews: [], threads: new Map() });
  }
  for (const write of known.writes) {
    const { pullRequest, targetId, key } = write;
    const one = all.get(pullRequest.target);
    const rootId = createdIds.threadRoot(targetId);
    const isReview = targetId.startsWith('review:');
    const { resolved } = pullRequest.record;
    if (one === undefined) continue;
    if (!isReview && (rootId === null || missing.has(writeId(write)))) continue;
    if (isReview) one.reviews.push(write);
    if (rootId !== null) one.threads.set(rootId, { write, isResolved: resolved.includes(key) });
  }
  return all;
}

function compareReviews(
  audit: Audit,
  { pullRequest, reviews }: Expected,
  conversation: AuditedConversation,
): void {
  const { collector, known } = audit;
  const byId = new Map(
    conversation.reviews.map((review) => [createdIds.review(review.id), review]),
  );
  const own = new Map(reviews.map((write) => [known.markers.digest(write.key), write]));
  for (const write of reviews) {
    const review = byId.get(write.targetId);
    byId.delete(write.targetId);
    const { key } = write;
    collector.compare(
      itemOfWrite(write),
      review === undefined
        ? [{ message: 'is missing', repair: { what: 'write', number: pullRequest.source, key } }]
        : textMismatches(audit, write, review.body),
    );
  }
  for (const review of byId.values()) {
    // Every comment that is made by itself is in a review without a text.
    if (review.body.trim() === '' && review.verdict === null) continue;
    const name = `review ${review.id} of #${pullRequest.target}`;
    const item = { kind: 'review', name, url: review.webUrl } as const;
    const copied = own.get(known.markers.digestOf(review.body) ?? '');
    if (copied === undefined) collector.add('added-since', item, 'has since been added');
    else {
      const message = `is a copy of ${itemOfWrite(copied).name}`;
      collector.compare(item, [
        { message, advice: 'migrator deletes nothing. By hand: delete its text on its page.' },
      ]);
    }
  }
}

function compareThreads(
  { collector }: Audit,
  { pullRequest, threads }: Expected,
  actual: ReadonlyMap<string, boolean>,
): void {
  for (const [rootId, { write, isResolved }] of threads) {
    const isResolvedNow = actual.get(rootId);
    // A reply is in the thread of another, and a comment that moved is reported by others.
    if (isResolvedNow === undefined) continue;
    const item = {
      kind: 'thread',
      name: `thread of comment ${rootId} of #${pullRequest.target}`,
      url: write.url,
      sourceNumber: pullRequest.source,
    } as const;
    if (!isResolved && isResolvedNow) collector.add('added-since', item, 'has since been resolved');
    if (!isResolved) continue;
    const repair = { what: 'threads', number: pullRequest.source } as const;
    collector.compare(
      item,
      isResolvedNow ? [] : [{ message: 'is open again; it was resolved', repair }],
    );
  }
}
