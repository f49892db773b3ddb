import type { Config } from '../config/config-schema.ts';
import { pullRequestOptions } from '../options/pull-requests.ts';
import { migrateOptions, runOptions } from '../options/table.ts';
import { type FlagsGiven, type RunValues, runValues, saidFlags } from '../options/values.ts';
import type { PlanOptions } from '../plan/plan-schema.ts';

type Run = RunValues<typeof runOptions>;

/** How a migration is run, with every default settled. */
export interface MigrationOptions
  extends Omit<Run, 'delay' | 'timeoutSeconds' | 'shallowClone' | 'shallowDepth'> {
  /** Milliseconds to pause between repositories. */
  readonly delayMilliseconds: number;
  /** Active time of one repository. */
  readonly timeoutMilliseconds: number;
  /** Commits of each line of history; `null`: all. */
  readonly depth: number | null;
  readonly pullRequests: PullRequestsOptions;
}

export interface PullRequestsOptions
  extends Omit<RunValues<typeof pullRequestOptions>, 'pullRequests'> {
  /** Of repositories of which the plan says nothing: see `migratesPullRequests()` of kept-options.ts. */
  readonly migrate: boolean;
  /** The flag said so: then no repository's own word counts. */
  readonly areSwitchedOff: boolean;
}

/** Describes what the command line says; what is `undefined` was not given. */
export type MigrationFlags = FlagsGiven<typeof migrateOptions>;

/** Leaves out switches of a command line that were not given, so that they do not win over the plan. Pure. */
export function givenFlags(flags: MigrationFlags): MigrationFlags {
  return saidFlags(migrateOptions, flags);
}

/** Flags win over the plan, the plan over the file, the file over the defaults. */
export function migrationOptions(from: {
  flags: MigrationFlags;
  plan: PlanOptions;
  config: Config;
}): MigrationOptions {
  const { flags, plan, config } = from;
  const file = config.migration ?? {};
  const values = runValues(runOptions, { flags, plan, file });
  const { workers, delay, includeLfs, timeoutSeconds, shallowClone, shallowDepth, ...others } =
    values;
  return {
    workers,
    delayMilliseconds: delay,
    ...existingTargets(flags, others),
    includeLfs,
    timeoutMilliseconds: 1000 * timeoutSeconds,
    depth: shallowClone ? shallowDepth : null,
    pullRequests: pullRequestsOptions(from),
  };
}

/** A flag takes the place of whichever of the two the plan has. */
function existingTargets<Others extends Pick<Run, 'skipExisting' | 'overwrite'>>(
  flags: MigrationFlags,
  others: Others,
): Others {
  const { skipExisting, overwrite } = flags;
  return skipExisting === undefined && overwrite === undefined
    ? others
    : { ...others, skipExisting: skipExisting === true, overwrite: overwrite === true };
}

function pullRequestsOptions({
  flags,
  plan,
  config,
}: Parameters<typeof migrationOptions>[0]): PullRequestsOptions {
  const from = { flags, plan: plan.pull_requests ?? {}, file: config.pull_requests ?? {} };
  const { pullRequests, ...others } = runValues(pullRequestOptions, from);
  return { migrate: pullRequests, areSwitchedOff: flags.pullRequests === false, ...others };
}
