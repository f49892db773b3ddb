import type { Addresses } from '../../../archive/write/addresses.ts';
import type { HunkAt } from '../../../archive/write/hunk-at.ts';
import type { Person } from '../../../ports/records/person.ts';
import type { DesiredPullRequest } from '../../model/desired-pull-request.ts';
import type { RenderWords } from '../render/input/rendering.ts';
import type { Logins } from './logins.ts';

/** A pull request, and what any archive of it needs to know beside it. */
export interface FoundRendering {
  readonly pullRequest: DesiredPullRequest;
  readonly words: RenderWords;
  /** Full hashes of commits that the archive's repository has. */
  readonly commits: {
    readonly base: string;
    readonly head: string;
    /** `null`: it is not merged, or its merge is not in the history. */
    readonly merge: string | null;
  };
  /** By the key of a thread's first comment: its place as git shows it. Missing: it has none. */
  readonly hunks: ReadonlyMap<string, HunkAt>;
  /** Pushes that took commits away, oldest first. */
  readonly rewrites: readonly {
    readonly by: Person | null;
    readonly at: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** Its branch is gone since it was merged or closed. */
  readonly isHeadDeleted: boolean;
}

/** The same with the addresses that records of GitHub's format know each other by. */
export interface ArchiveRendering extends FoundRendering {
  readonly addresses: Addresses;
  readonly logins: Logins;
}

/** The archive's form of a time: whole seconds, UTC. Pure. @param iso ISO 8601 */
export function seconds(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`;
}

/** The later of two times in that form. */
export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
