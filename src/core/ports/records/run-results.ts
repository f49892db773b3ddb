/** The outcome of a repository's pull requests. */
export interface PullRequestCounts {
  readonly total: number;
  /** Pull requests that differ from the source; the state holds the reasons. */
  readonly changed: number;
  readonly comments: number;
  /** Images in texts that stay on the source. */
  readonly images: number;
  /** Closed pull requests for numbers that the source does not have. */
  readonly placeholders: number;
  /** Changed by another user map, in texts or reviewers; missing for the first one. */
  readonly renamed?: number;
  /** Texts that keep some names all the same; the warnings say why. */
  readonly leftUnchanged?: number;
}

/** Describes what a sync did for one repository. */
export interface RepositorySync {
  readonly refs: { readonly created: number; readonly moved: number; readonly deleted: number };
  readonly lfsObjects: number;
  /** `null`: pull requests were not synced. */
  readonly pullRequests: PullRequestsSynced | null;
  /** Repository data that was changed on the target: `description`, `default branch`. */
  readonly data: readonly string[];
  /** Says what has changed since an import, which changes no repository; left out where nothing has. */
  readonly outdated?: Outdated;
  /** Differences that stay on the target. */
  readonly left: readonly SkippedChange[];
}

/** Describes what of the source an imported repository lacks. */
export interface Outdated {
  readonly refs: number;
  readonly pullRequests: number;
}

/** Pull requests of one repository. */
interface PullRequestsSynced {
  readonly created: number;
  readonly changed: number;
  /** Comments and replies that were created, changed or deleted. */
  readonly comments: number;
}

/** Something that a sync left as it is. Both texts are hostile. */
export interface SkippedChange {
  /**
   * `conflict`: somebody changed it on the target; `refused`: the target does not take it; `foreign`: somebody else's;
   * `note`: nothing to do about it.
   */
  readonly kind: 'conflict' | 'refused' | 'foreign' | 'note';
  /** `branch main` */
  readonly subject: string;
  readonly reason: string;
  /** Remedy; left out where the reason says enough. Hostile as well. */
  readonly hint?: string;
}

export interface RunCounts {
  readonly succeeded: number;
  readonly skipped: number;
  readonly failed: number;
}

/** A repository that an earlier run finished, with what was expected of it. */
export interface EarlierRepository extends ExpectedWork {
  readonly source: string;
  readonly target: string;
  readonly outcome: 'succeeded' | 'skipped' | 'failed';
  readonly refs: number | null;
  readonly webUrl: string | null;
  /** Why it was skipped. */
  readonly reason: string | null;
}

/** Describes what is known of a repository before it is migrated; missing where nothing is. */
export interface ExpectedWork {
  /** Of its Git data, as the source reports it. */
  readonly sizeBytes?: number | null;
  /** 0 where none are migrated. */
  readonly pullRequests?: number | null;
  /** Content-creating requests that its pull requests take. */
  readonly requests?: number | null;
  /** Steps that it takes; missing where it is migrated by requests. */
  readonly steps?: number;
}
