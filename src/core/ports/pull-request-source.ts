import type { Person } from './records/person.ts';
import type { SourceConversation, SourcePullRequest } from './records/pull-request.ts';
import type { Cancellable } from './records/target-address.ts';

/**
 * Reads pull requests. Every method throws MigratorError and nothing else, and stops when its signal is aborted. Each
 * method states its cost, because the source allows few requests an hour.
 */
export interface PullRequestSource {
  /**
   * All pull requests in every state, with reviewers and participants, in the order of creation, each once. One
   * request for every 50.
   * @param options.toCompare only revisions matter: sends no requests for what the list leaves out
   * @param options.order `updated`: what changed last comes first, where the host can sort by it
   */
  list(
    options: SourceRepositoryName & { toCompare?: boolean; order?: ListOrder } & Cancellable,
  ): AsyncIterable<PullRequestPage>;

  /** One with reviewers and participants; `null` if the source has none of this number. One request. */
  find(
    options: SourceRepositoryName & { number: number } & Cancellable,
  ): Promise<SourcePullRequest | null>;

  /** The number of pull requests in any state. One request. */
  count(options: SourceRepositoryName & Cancellable): Promise<number>;

  /**
   * Comments (skipped if `commentCount` is zero and the activity has none), tasks (skipped if it is known to lack them) and
   * activity: three requests where each fits a page. Complete, or it throws.
   */
  conversation(
    options: SourceRepositoryName & {
      number: number;
      commentCount: number | null;
      lacksTasks?: boolean | undefined;
    } & Cancellable,
  ): Promise<SourceConversation>;

  /**
   * The published comments of a conversation, oldest first, with whatever else the same requests return. One request
   * for every 100: it shows all authors at a third of the cost. Complete, or it throws.
   */
  comments(options: SourceRepositoryName & { number: number } & Cancellable): Promise<ReadComments>;

  /** The full hash of an abbreviated one; `null` if the commit is gone. One request. */
  expandCommit(
    options: SourceRepositoryName & { hash: string } & Cancellable,
  ): Promise<string | null>;

  /**
   * The changes as a unified diff, cut at `maxBytes`; `null` where the source can no longer compute it. One request
   * and its redirects, which are followed on the source's own origin only.
   */
  readPatch(
    options: SourceRepositoryName & { number: number; maxBytes: number } & Cancellable,
  ): Promise<string | null>;

  /**
   * A file that a text refers to as `attachment:…`. One request.
   * @param options.maxBytes larger files are not read
   */
  readAttachment(
    options: SourceRepositoryName & { address: string; maxBytes: number } & Cancellable,
  ): Promise<SourceAttachment>;

  /**
   * The workspace's members, whom texts may mention by account id only. One request for every 100; empty where the
   * credentials may not list them.
   */
  members(options: { workspace: string } & Cancellable): Promise<readonly Person[]>;
}

export interface SourceRepositoryName {
  readonly workspace: string;
  readonly slug: string;
}

type SourceAttachment =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** Closed to these credentials, or behind a sign-in page. */
  | { readonly kind: 'kept-back' }
  /** Deleted, or the source has no way to download it. */
  | { readonly kind: 'gone' };

export type ReadComments = Pick<SourceConversation, 'comments'> & Partial<SourceConversation>;

type ListOrder = 'created' | 'updated';

export interface PullRequestPage {
  readonly pullRequests: readonly SourcePullRequest[];
  /** The total that the host reports. */
  readonly total: number | null;
  /** Sorted by update: later pages hold older changes. */
  readonly isByUpdate?: boolean;
  /** The rows lack reviewers and participants, which `find` has. */
  readonly lacksPeople?: boolean;
}
