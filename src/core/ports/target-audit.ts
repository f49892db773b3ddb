import type { PullRequestName, TargetComment } from './pull-request-target.ts';
import type { Cancellable, Changing, RepositoryName } from './records/target-address.ts';

/**
 * Reads and corrects what was migrated, by lists over whole repositories, so that ten thousand pull requests cost
 * hundreds of requests. Every method throws MigratorError and nothing else, and stops when its signal is aborted.
 */
export interface TargetAudit {
  /** Review comments of all pull requests, oldest first, a hundred a request. */
  listReviewComments(
    options: RepositoryName & Cancellable,
  ): AsyncIterable<readonly AuditedComment[]>;

  /** Comments of all conversations, with those of issues, oldest first, a hundred a request. */
  listComments(options: RepositoryName & Cancellable): AsyncIterable<readonly AuditedComment[]>;

  /**
   * Reviews and threads of those pull requests that exist. One query for every 20 and more for long ones; one request
   * each where the host has no GraphQL.
   * @param options.reviewsOf pull requests of which only the reviews are read, 50 a query; none without GraphQL
   * @param options.withEvents their histories are read as well
   */
  readConversations(
    options: RepositoryName & {
      numbers: readonly number[];
      reviewsOf?: readonly number[];
      withEvents?: boolean;
    } & Cancellable,
  ): Promise<ReadonlyMap<number, AuditedConversation>>;

  /** Ids of the objects that the host lacks or has in another size. One request for every hundred. */
  findMissingLfsObjects(
    options: RepositoryName & {
      objects: readonly { readonly oid: string; readonly size: number }[];
    } & Cancellable,
  ): Promise<ReadonlySet<string>>;

  /** Replaces a text. Idempotent; `not-found` if the comment is gone. */
  updateText(
    options: PullRequestName & {
      kind: 'comment' | 'review-comment' | 'review';
      id: string;
      body: string;
    } & Changing,
  ): Promise<void>;

  /** Idempotent: one that is gone is no error. A review cannot be deleted. */
  deleteText(
    options: PullRequestName & { kind: 'comment' | 'review-comment'; id: string } & Changing,
  ): Promise<void>;
}

export interface AuditedComment extends TargetComment {
  /** The number of the pull request or issue, where the host reports it. */
  readonly number: number | null;
  /** The original lines; a later push may have moved the comment. */
  readonly madeOn: { readonly line: number | null; readonly startLine: number | null } | null;
}

export interface AuditedReview extends TargetComment {
  /** Such a review needs no text; `null`: it only comments. */
  readonly verdict: ReviewVerdict | null;
}

export type ReviewVerdict = 'approved' | 'changes-requested' | 'dismissed';

export interface AuditedConversation {
  /** Submitted ones. */
  readonly reviews: readonly AuditedReview[];
  /** True if a thread is resolved, by the id of its first comment; `null` if unknown. */
  readonly threads: ReadonlyMap<string, boolean> | null;
  /** Oldest first; `null` if unknown, or not asked for. */
  readonly events: readonly AuditedEvent[] | null;
}

/** Something that happened to a pull request, beside what was said about it. */
export const eventKinds = ['merged', 'closed', 'reopened', 'renamed', 'force-pushed'] as const;

export interface AuditedEvent {
  readonly kind: (typeof eventKinds)[number];
  /** Login; `null`: nobody has the account any more. Hostile. */
  readonly by: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Of a merge: its commit; `null`: unknown. */
  readonly commit: string | null;
}
