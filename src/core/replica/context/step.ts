import type { ErrorCode } from '../../kernel/errors.ts';
import type { StepName } from '../../ports/records/migration.ts';
import type { PullRequestCounts } from '../../ports/records/run-results.ts';
import type { RepositoryContext } from './migration-context.ts';

export interface StepOutcome {
  readonly status: 'done' | 'skipped';
  /** One line: what was done, or why there was nothing to do. */
  readonly summary: string;
  /** LFS objects that the target holds now. */
  readonly lfsObjects?: number;
  readonly pullRequests?: PullRequestCounts;
}

/** One idempotent part of a repository's way; it can be entered again after a crash at any point. */
export interface Step<Needed = RepositoryContext> {
  readonly name: StepName;
  /** Failures other than `unavailable` that may pass by themselves, since the target is not the same everywhere at once. */
  readonly mayPass?: readonly ErrorCode[];
  /** It takes as long as the hosts' limits make it: migration.timeout_seconds does not count it. */
  readonly isUntimed?: boolean;
  run(context: Needed): Promise<StepOutcome>;
}
