import type { Person } from './records/person.ts';
import type { SourceConversation, SourcePullRequest } from './records/pull-request.ts';
import type { Cancellable } from './records/target-address.ts';

/**
 * The part of the source's port that pull requests are read through. Every method throws MigratorError and nothing
 * else, and stops when its signal is aborted. The source answers few requests an hour: each method says its cost.
 */
export interface PullRequestSource {
  /**
   * All pull requests in every state, with reviewers and participants, in the order of creation. One request for
   * every 50; those that come twice because pages shifted are given once.
   * @param options.toCompare only revisions matter: nothing that the list leaves out is asked for
   */
  list(
    options: SourceRepositoryName & { toCompare?: boolean } & Cancellable,
  ): AsyncIterable<PullRequestPage>;

  /** How many there are in every state together. One request. */
  count(options: SourceRepositoryName & Cancellable): Promise<number>;

  /**
   * Comments (asked for only where `commentCount` is not zero or the activity tells of one), tasks and activity: three requests where each fits
   * one page. Complete, or it throws: a list that breaks off is never taken for all of it.
   */
  conversation(
    options: SourceRepositoryName & { number: number; commentCount: number | null } & Cancellable,
  ): Promise<SourceConversation>;

  /**
   * The published comments of a conversation, oldest first, and besides whatever else comes with the same requests. One
   * for every 100 of them; it tells everybody who wrote, at a third of the price. Complete, or it throws.
   */
  comments(options: SourceRepositoryName & { number: number } & Cancellable): Promise<ReadComments>;

  /** The full hash of an abbreviated one; `null` if the source has no such commit any more. One request. */
  expandCommit(
    options: SourceRepositoryName & { hash: string } & Cancellable,
  ): Promise<string | null>;

  /**
   * The changes as a unified diff, at most so many bytes of it; `null` where the source cannot make it any more.
   * One request and its redirects, which are followed on the source's own origin alone.
   */
  readPatch(
    options: SourceRepositoryName & { number: number; maxBytes: number } & Cancellable,
  ): Promise<string | null>;

  /**
   * A file that a text names by an address of the source's own (`attachment:…`). One request.
   * @param options.maxBytes what is larger is not read
   */
  readAttachment(
    options: SourceRepositoryName & { address: string; maxBytes: number } & Cancellable,
  ): Promise<SourceAttachment>;

  /**
   * The workspace's members, who may be mentioned in texts by an account id alone. One request for every 100;
   * nobody where the credentials may not see them.
   */
  members(options: { workspace: string } & Cancellable): Promise<readonly Person[]>;
}

export interface SourceRepositoryName {
  readonly workspace: string;
  readonly slug: string;
}

export type SourceAttachment =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** These credentials do not get it, or a page to sign in on comes in its place. */
  | { readonly kind: 'kept-back' }
  /** It is not there any more, or the source keeps none that can be had. */
  | { readonly kind: 'gone' };

export type ReadComments = Pick<SourceConversation, 'comments'> & Partial<SourceConversation>;

export interface PullRequestPage {
  readonly pullRequests: readonly SourcePullRequest[];
  /** How many the host says there are in all, where it says so. */
  readonly total: number | null;
}
