/** A commit that a pull request cannot be opened without. */
export interface NeededCommit {
  readonly hash: string;
  /** `workspace/slug` of the fork that it was pushed to; `null` for the repository itself. */
  readonly fork: string | null;
}
