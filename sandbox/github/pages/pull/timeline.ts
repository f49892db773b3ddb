import type {
  GithubIssueComment,
  GithubIssueEvent,
  GithubPullRequest,
  GithubReview,
  GithubThread,
} from '../../tracker/records.ts';

interface Happened {
  readonly at: string;
  readonly id: number;
}

export type TimelineItem = Happened &
  (
    | { readonly kind: 'comment'; readonly comment: GithubIssueComment }
    | {
        readonly kind: 'review';
        readonly review: GithubReview;
        /** Begun by this review; replies stand in them, whichever review they came with. */
        readonly threads: readonly GithubThread[];
      }
    | { readonly kind: 'merged' }
    | { readonly kind: 'event'; readonly event: GithubIssueEvent }
  );

/** The conversation in the order of time, without drafts of reviews and reviews that only hold replies. Pure. */
export function timelineOf(pull: GithubPullRequest): readonly TimelineItem[] {
  const isMerge = ({ event }: GithubIssueEvent) => pull.merged && /^(merged|closed)$/.test(event);
  const reviews = pull.reviews.filter(({ state }) => state !== 'PENDING');
  const events = pull.events.filter((event) => !isMerge(event));
  const items: TimelineItem[] = [
    ...pull.comments.map(
      (comment) => ({ kind: 'comment', at: comment.createdAt, id: comment.id, comment }) as const,
    ),
    ...reviews.flatMap((review) => reviewItem(pull, review)),
    ...events.map(
      (event) => ({ kind: 'event', at: event.createdAt, id: event.id, event }) as const,
    ),
    ...(pull.mergedAt === null
      ? []
      : [{ kind: 'merged', at: pull.mergedAt, id: Infinity } as const]),
  ];
  // Times are whole seconds; numbers are given one after another.
  return items.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || one.id - other.id,
  );
}

function reviewItem(pull: GithubPullRequest, review: GithubReview): readonly TimelineItem[] {
  const threads = pull.threads.filter(({ comments: [root] }) => root?.review === review);
  const saysNothing = review.state === 'COMMENTED' && visible(review.body) === '';
  if (threads.length === 0 && saysNothing) return [];
  const { id, submittedAt } = review;
  return [{ kind: 'review', at: submittedAt ?? pull.createdAt, id, review, threads }];
}

/** A text without its comments of HTML. */
export function visible(body: string): string {
  return body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim();
}
