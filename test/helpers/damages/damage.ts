import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';
import type { Migrated } from '../repositories/migrated.ts';

/** Something that somebody does to a repository that was migrated. */
export interface Damage {
  readonly name: string;
  /** Parts that no other damage may touch at the same time; `null`: it has to be the only damage. */
  readonly touches: readonly string[] | null;
  /** How verify reports it: kind, name and the beginning of the message of each defect. */
  readonly defects: readonly (readonly [kind: string, name: RegExp, message: RegExp])[];
  /** A repair mends it. */
  readonly canBeMended: boolean;
  /** @returns what undoes it */
  apply(migrated: Migrated): Promise<() => Promise<void> | void>;
}

export function targetOf({ place }: Migrated) {
  const found = place.sandbox.github.findRepository('acme/web');
  if (found === null) throw new Error('there is no acme/web');
  return found;
}

export function pullOf(migrated: Migrated, number: number): GithubPullRequest {
  const found = targetOf(migrated).tracker.findPull(number);
  if (found === null) throw new Error(`there is no pull request ${number}`);
  return found;
}

export const missing = /^is missing/;
