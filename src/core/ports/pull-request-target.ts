import type { Cancellable, Changing, RepositoryName } from './records/target-address.ts';

export interface CommitOnTarget {
  /** Full hashes. */
  readonly parents: readonly string[];
  /** `name <address>` */
  readonly author: string;
  readonly message: string;
}

/** The end of a pull request or an issue. */
export interface Closer {
  /** The commit whose message closed it; `null`: somebody did in another way. */
  readonly commit: string | null;
}

/**
 * Writes pull requests. Every method throws MigratorError and nothing else, and stops when its signal is aborted. A
 * creating request is sent once: if its answer is lost the error is `ambiguous-write`, and the caller looks it up. A
 * refusal that the caller can act on is a result, not an error.
 */
export interface PullRequestTarget {
  /** The number of the newest issue or pull request; 0 if there is none. One request. */
  newestNumber(options: RepositoryName & Cancellable): Promise<number>;

  /**
   * Newest first, every state.
   * @param options.atMost rows per request, where fewer than a hundred are enough
   * @param options.onlyOpen others are left out
   */
  list(
    options: RepositoryName & Cancellable & { atMost?: number | undefined; onlyOpen?: boolean },
  ): AsyncIterable<readonly TargetPullRequest[]>;

  find(options: PullRequestName & Cancellable): Promise<TargetPullRequest | null>;

  /** Of a pull request or an issue; `null` where there is none, or issues are switched off. One request. */
  readState(options: PullRequestName & Cancellable): Promise<'open' | 'closed' | 'merged' | null>;

  /** By its full hash, whether or not a ref leads to it; `null` where the repository has no such commit. One request. */
  readCommit(
    options: RepositoryName & { commit: string } & Cancellable,
  ): Promise<CommitOnTarget | null>;

  /** Reads what closed a pull request or an issue last; `null` where the host does not say. A hundred events a request. */
  readCloser(options: PullRequestName & Cancellable): Promise<Closer | null>;

  /** A pull request or an issue. Idempotent. @returns false where the host refuses it */
  reopen(options: PullRequestName & Cancellable): Promise<boolean>;

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

  /** Changes only the given fields. Idempotent. A closed one keeps its base: `refused`, as without commits between both. */
  update(
    options: PullRequestName & {
      title?: string;
      body?: string;
      state?: 'open' | 'closed';
      /** A branch of the same repository. */
      base?: string;
    } & Changing,
  ): Promise<TargetPullRequest>;

  /** Idempotent. Two requests, not content-creating. @throws `refused` where the repository has no drafts */
  setDraft(options: PullRequestName & { isDraft: boolean } & Cancellable): Promise<void>;

  /** Creates a merge commit if `head` is still the head. Idempotent. */
  merge(
    options: PullRequestName & { head: string; title: string; message: string } & Cancellable,
  ): Promise<'merged' | 'not-mergeable' | 'try-again'>;

  /** One request. */
  isCollaborator(options: RepositoryName & { login: string } & Cancellable): Promise<boolean>;
  /** Logins in lower case: requested reviewers and those who have reviewed. Two requests. */
  listReviewers(options: PullRequestName & Cancellable): Promise<ReadonlySet<string>>;
  /** All or none. Notifies new reviewers, and once more those who have already reviewed. */
  requestReviewers(
    options: PullRequestName & { logins: readonly string[] } & Cancellable,
  ): Promise<'requested' | 'refused'>;

  /** Withdraws requests for a review. Somebody who was not asked is no error. */
  withdrawReviewers(
    options: PullRequestName & { logins: readonly string[] } & Cancellable,
  ): Promise<void>;

  /** One content-creating request for up to 25 comments. A refusal concerns all of them. */
  createReview(
    options: PullRequestName & {
      commit: string;
      /** Never empty: the host requires it. */
      body: string;
      comments: readonly (LineLocation & { body: string })[];
    } & Cancellable,
  ): Promise<Written>;

  /** A comment on a line or a whole file. Content-creating. */
  createReviewComment(
    options: PullRequestName & {
      commit: string;
      body: string;
      place: LineLocation | FileLocation;
    } & Cancellable,
  ): Promise<Written>;

  /** In the thread of this comment. Content-creating. */
  createReply(
    options: PullRequestName & { rootId: string; body: string } & Cancellable,
  ): Promise<Written>;

  /** In the conversation. Content-creating. */
  createComment(options: PullRequestName & { body: string } & Cancellable): Promise<Written>;

  /** The only way to learn the ids of a review's comments. A hundred a request. */
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
   * Resolves the threads that these comments started, or opens them again. One query for every hundred threads and one
   * mutation for every 25, not content-creating. Idempotent.
   * @param options.reopens they are opened again
   * @returns ids of the comments whose thread could not be found
   */
  resolveThreads(
    options: PullRequestName & { rootIds: readonly string[]; reopens?: boolean } & Cancellable,
  ): Promise<readonly string[]>;

  /** The host's spelling of each login that exists, by the given one. 100 a request. */
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
  /** Login; `null`: nobody has the account any more. Hostile. */
  readonly author: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it was merged or closed; `null` while it is open. */
  readonly endedAt: string | null;
  readonly webUrl: string;
}

type CreatedPullRequest =
  | { readonly kind: 'created'; readonly pullRequest: TargetPullRequest }
  | { readonly kind: 'refused'; readonly why: PullRequestRefusal; readonly message: string };

export type PullRequestRefusal =
  | 'no-commits'
  /** An open one between the same branches. */
  | 'already-exists'
  /** A branch that the host lacks, or does not show yet. */
  | 'missing-branch'
  | 'drafts-unsupported'
  | 'too-long'
  | 'other';

export interface LineLocation {
  readonly path: string;
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  /** `null` for a single line. */
  readonly startLine: number | null;
  readonly startSide: 'LEFT' | 'RIGHT' | null;
}

export interface FileLocation {
  readonly path: string;
}

export type Written =
  | { readonly kind: 'written'; readonly id: string; readonly webUrl: string }
  | { readonly kind: 'refused'; readonly message: string };

/** A review, a review comment or a comment of the conversation. */
export interface TargetComment {
  readonly id: string;
  readonly body: string;
  readonly webUrl: string;
  /** Login; `null`: nobody has the account any more, or it was not asked for. Hostile. */
  readonly author: string | null;
  readonly createdAt: string | null;
  /** Of a reply: the thread's first comment. */
  readonly rootId: string | null;
  /** `null` except for review comments. */
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
