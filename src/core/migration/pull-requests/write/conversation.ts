import type { PullRequestName, Written } from '../../../ports/pull-request-target.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { Made } from './write-once.ts';

/** What one pull request's conversation is written with. */
export interface Conversation {
  readonly context: PullRequestContext;
  readonly name: PullRequestName;
  /** What this and earlier runs have written, by key. */
  readonly made: Map<string, Made>;
  /** Keys whose intent is in the state, and that were not sent yet. */
  readonly intended: Set<string>;
  /** What stands before a key in the state. */
  readonly prefix: string;
  /** To be awaited before these are sent together: their intents are durable then. */
  intend(keys: readonly string[]): Promise<void>;
  /** Writes a body once, by its key. `null`: the target refused it. */
  write(options: {
    key: string;
    body: string;
    /** As it is compared later. */
    place: string | null;
    send: () => Promise<Written>;
    idOf: (id: string) => string;
  }): Promise<Made | null>;
  /** Keys of what the target took nowhere, with its reason. */
  readonly refused: { readonly key: string; readonly why: string }[];
  /** Keys of what went to another place than was meant. */
  readonly moved: string[];
}
