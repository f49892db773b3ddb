import type { Cancellable, RepositoryName } from './records/target-address.ts';

/**
 * The part of the target's port that pull requests are written through. Every method throws MigratorError and nothing
 * else, and stops when its signal is aborted. A request that makes something is sent once: when its answer is lost
 * the error is `ambiguous-write`, and the caller looks. What the host refuses for a reason that the caller can act on
 * is a result, not an error.
 */
export interface PullRequestTarget {
  /** The number of the newest issue or pull request; 0 if there is none. One request. */
  newestNumber(options: RepositoryName & Cancellable): Promise<number>;

  /**
   * Newest first, every state.
   * @param options.atMost a request gives, where fewer than a hundred will do
   */
  list(
    options: RepositoryName & Cancellable & { atMost?: number | undefined },
  ): AsyncIterable<readonly TargetPullRequest[]>;

  /** `null` if there is none of that number. */
  find(options: PullRequestName & Cancellable): Promise<TargetPullRequest | null>;

  /** Content-creating. */
  create(
    options: RepositoryName & {
      title: string;
      body: string;
      /** Branch names of the same repository. */
      head: string;
      base: string;
      isDraft: boolean;
    } & Cancellable,
  ): Promise<CreatedPullRequest>;

  /** Only what is given is changed. Idempotent. */
  update(
    options: PullRequestName & {
      title?: string;
      body?: string;
      state?: 'open' | 'closed';
    } & Cancellable,
  ): Promise<TargetPullRequest>;

  /** A merge commit by request, if the head still is what is said. Done twice it is done once. */
  merge(
    options: PullRequestName & { head: string; title: string; message: string } & Cancellable,
  ): Promise<'merged' | 'not-mergeable' | 'try-again'>;

  /** One request each. The host takes all reviewers of a request or none. */
  isCollaborator(options: RepositoryName & { login: string } & Cancellable): Promise<boolean>;
  /** Logins in lower case of those who are asked for a review now, or have given one. Two requests. */
  listReviewers(options: PullRequestName & Cancellable): Promise<ReadonlySet<string>>;
  /** Notifies whoever is not asked yet, and whoever has reviewed already once more. */
  requestReviewers(
    options: PullRequestName & { logins: readonly string[] } & Cancellable,
  ): Promise<'requested' | 'refused'>;

  /** Content-creating once, however many comments it has: they are at most 25. A refusal is of all of them. */
  createReview(
    options: PullRequestName & {
      commit: string;
      /** Needed by the host: never empty. */
      body: string;
      comments: readonly (LinePlace & { body: string })[];
    } & Cancellable,
  ): Promise<Written>;

  /** A comment on a line, or on a file as a whole. Content-creating. */
  createReviewComment(
    options: PullRequestName & {
      commit: string;
      body: string;
      place: LinePlace | FilePlace;
    } & Cancellable,
  ): Promise<Written>;

  /** In the thread that this comment began. Content-creating. */
  createReply(
    options: PullRequestName & { rootId: string; body: string } & Cancellable,
  ): Promise<Written>;

  /** In the conversation. Content-creating. */
  createComment(options: PullRequestName & { body: string } & Cancellable): Promise<Written>;

  /** The comments of one review, a hundred a request: ids are known only by this. */
  listCommentsOfReview(
    options: PullRequestName & { reviewId: string } & Cancellable,
  ): AsyncIterable<readonly TargetComment[]>;

  /** All of a pull request, oldest first, a hundred a request. */
  listReviewComments(
    options: PullRequestName & Cancellable,
  ): AsyncIterable<readonly TargetComment[]>;
  listReviews(options: PullRequestName & Cancellable): AsyncIterable<readonly TargetComment[]>;
  listComments(options: PullRequestName & Cancellable): AsyncIterable<readonly TargetComment[]>;

  /**
   * Marks the threads as resolved that these review comments began. One query for every hundred threads and one
   * mutation for every 25; none of them is content-creating. Idempotent.
   * @returns ids of the comments whose thread could not be found
   */
  resolveThreads(
    options: PullRequestName & { rootIds: readonly string[] } & Cancellable,
  ): Promise<readonly string[]>;

  /** The logins as the host writes them, by what was asked for; those that nobody has are left out. 100 a request. */
  findUsers(
    options: { logins: readonly string[] } & Cancellable,
  ): Promise<ReadonlyMap<string, string>>;
}

export interface PullRequestName extends RepositoryName {
  readonly number: number;
}

export interface TargetPullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly isMerged: boolean;
  readonly isDraft: boolean;
  readonly head: { readonly branch: string; readonly commit: string };
  readonly base: { readonly branch: string; readonly commit: string };
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly webUrl: string;
}

export type CreatedPullRequest =
  | { readonly kind: 'created'; readonly pullRequest: TargetPullRequest }
  | { readonly kind: 'refused'; readonly why: PullRequestRefusal; readonly message: string };

export type PullRequestRefusal =
  /** Nothing between base and head. */
  | 'no-commits'
  /** An open one between the same branches. */
  | 'already-exists'
  /** A branch that the host does not have, or does not show yet. */
  | 'missing-branch'
  | 'drafts-unsupported'
  | 'too-long'
  | 'other';

export interface LinePlace {
  readonly path: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  /** Of several lines the first; `null` for one line. */
  readonly startLine: number | null;
  readonly startSide: 'LEFT' | 'RIGHT' | null;
}

export interface FilePlace {
  readonly path: string;
}

export type Written =
  | { readonly kind: 'written'; readonly id: string; readonly webUrl: string }
  | { readonly kind: 'refused'; readonly message: string };

/** A review, a review comment or a comment of the conversation, for finding what a lost answer made. */
export interface TargetComment {
  readonly id: string;
  readonly body: string;
  readonly webUrl: string;
  readonly createdAt: string | null;
  /** The thread's first comment, for a reply. */
  readonly rootId: string | null;
  /** Review comments alone. */
  readonly place: {
    readonly path: string;
    readonly line: number | null;
    readonly side: 'LEFT' | 'RIGHT' | null;
    readonly startLine: number | null;
    readonly isFile: boolean;
  } | null;
}

/**
 * How the conversation of a pull request is written: how much is kept apart against how many requests it costs. As plan,
 * configuration and command line write them; the first is the default.
 */
export const commentModes = ['threaded', 'compact', 'folded'] as const;

export type CommentMode = (typeof commentModes)[number];
