import type { PullRequestName, TargetComment } from './pull-request-target.ts';
import type { Cancellable, RepositoryName } from './records/target-address.ts';

/**
 * The part of the target's port that finished work is compared and mended through: lists over whole repositories
 * where the host has them, so that ten thousand pull requests cost hundreds of requests. Every method throws
 * MigratorError and nothing else, and stops when its signal is aborted.
 */
export interface TargetAudit {
  /** On lines and files, of all pull requests, oldest first, a hundred a request. */
  listReviewComments(
    options: RepositoryName & Cancellable,
  ): AsyncIterable<readonly AuditedComment[]>;

  /** Of all conversations, those of issues among them, oldest first, a hundred a request. */
  listComments(options: RepositoryName & Cancellable): AsyncIterable<readonly AuditedComment[]>;

  /**
   * Reviews and threads of so many pull requests; one that the host does not have is left out. One query for every 20 of
   * them and more for long ones; one request each where the host has no GraphQL.
   */
  readConversations(
    options: RepositoryName & { numbers: readonly number[] } & Cancellable,
  ): Promise<ReadonlyMap<number, AuditedConversation>>;

  /** Ids of those that the host cannot give back whole. One request for every hundred. */
  findMissingLfsObjects(
    options: RepositoryName & {
      objects: readonly { readonly oid: string; readonly size: number }[];
    } & Cancellable,
  ): Promise<ReadonlySet<string>>;

  /** Replaces a text. Idempotent; `not-found` if what it belongs to is gone. */
  updateText(
    options: PullRequestName & {
      kind: 'comment' | 'review-comment' | 'review';
      id: string;
      body: string;
    } & Cancellable,
  ): Promise<void>;
}

export interface AuditedComment extends TargetComment {
  /** Of the pull request or issue; `null` where the host does not tell it. */
  readonly number: number | null;
  /** The lines that it was made on; a later push may have moved it. */
  readonly madeOn: { readonly line: number | null; readonly startLine: number | null } | null;
}

export interface AuditedConversation {
  /** Those that were submitted. */
  readonly reviews: readonly TargetComment[];
  /** Whether a thread is resolved, by the id of its first comment; `null` where the host does not tell. */
  readonly threads: ReadonlyMap<string, boolean> | null;
}
