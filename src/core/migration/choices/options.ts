import type { Config } from '../../config/config-schema.ts';
import type { PlanOptions } from '../../plan/plan-schema.ts';
import type { CommentMode } from '../../ports/pull-request-target.ts';
import type { SettingsMode } from '../../settings/settings-modes.ts';

/** How a migration is run, with every default settled. */
export interface MigrationOptions {
  readonly workers: number;
  /** Milliseconds to pause between repositories. */
  readonly delayMilliseconds: number;
  readonly skipExisting: boolean;
  /** An existing target is replaced, once that is confirmed. */
  readonly overwrite: boolean;
  /** `null`: where pointers are found and git-lfs is installed. */
  readonly includeLfs: boolean | null;
  /** Active time of one repository. */
  readonly timeoutMilliseconds: number;
  /** Commits of each line of history; `null`: all. */
  readonly depth: number | null;
  readonly pullRequests: PullRequestsOptions;
}

export interface PullRequestsOptions {
  /** Of repositories of which the plan says nothing: see `migratesPullRequests()` of settings.ts. */
  readonly migrate: boolean;
  /** The flag said so: then no repository's own word counts. */
  readonly areSwitchedOff: boolean;
  readonly comments: CommentMode;
  /** True if reviewers of open pull requests are asked for a review. */
  readonly requestReviewers: boolean;
}

/** Describes what the command line says; what is `undefined` was not given. */
export interface MigrationFlags {
  readonly workers?: number | undefined;
  readonly delay?: number | undefined;
  readonly skipExisting?: boolean | undefined;
  readonly overwrite?: boolean | undefined;
  readonly comments?: CommentMode | undefined;
  /** False: none are migrated. True says nothing: that is how it is without the flag. */
  readonly pullRequests?: boolean | undefined;
  readonly settings?: SettingsMode | undefined;
  readonly invite?: boolean | undefined;
}

const defaults = { workers: 4, timeoutSeconds: 3600, shallowDepth: 50 };

/** Flags win over the plan, the plan over the file, the file over the defaults. */
export function migrationOptions(from: {
  flags: MigrationFlags;
  plan: PlanOptions;
  config: Config;
}): MigrationOptions {
  const { flags, plan } = from;
  const file = from.config.migration ?? {};
  const isShallow = plan.shallow_clone ?? file.shallow_clone ?? false;
  const depth = plan.shallow_depth ?? file.shallow_depth ?? defaults.shallowDepth;
  return {
    workers: flags.workers ?? plan.workers ?? defaults.workers,
    delayMilliseconds: flags.delay ?? plan.delay ?? 0,
    ...existingTargets(flags, plan),
    includeLfs: plan.include_lfs ?? file.include_lfs ?? null,
    timeoutMilliseconds:
      1000 * (plan.timeout_seconds ?? file.timeout_seconds ?? defaults.timeoutSeconds),
    depth: isShallow ? depth : null,
    pullRequests: pullRequestsOptions(from),
  };
}

/** A flag takes the place of whichever of the two the plan has. */
function existingTargets(
  flags: MigrationFlags,
  plan: PlanOptions,
): Pick<MigrationOptions, 'skipExisting' | 'overwrite'> {
  const isSaid = flags.skipExisting !== undefined || flags.overwrite !== undefined;
  const skipExisting = isSaid ? flags.skipExisting : plan.skip_existing;
  const overwrite = isSaid ? flags.overwrite : plan.overwrite;
  return { skipExisting: skipExisting ?? false, overwrite: overwrite ?? false };
}

function pullRequestsOptions(from: {
  flags: MigrationFlags;
  plan: PlanOptions;
  config: Config;
}): PullRequestsOptions {
  const { flags } = from;
  const plan = from.plan.pull_requests ?? {};
  const file = from.config.pull_requests ?? {};
  const areSwitchedOff = flags.pullRequests === false;
  return {
    migrate: areSwitchedOff ? false : (plan.migrate ?? file.migrate ?? true),
    areSwitchedOff,
    comments: flags.comments ?? plan.comments ?? file.comments ?? 'threaded',
    requestReviewers: plan.request_reviewers ?? file.request_reviewers ?? true,
  };
}
