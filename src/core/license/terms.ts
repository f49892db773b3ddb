import { type MigratorError, toMigratorError } from '../kernel/errors.ts';
import { effectiveTier, type License, licenseWarning } from './key/license.ts';
import { largerTier, plans, requireRepositories, requireWorkers, type Tier } from './key/plans.ts';

/** Describes what a license comes to for one migration. */
export interface Terms {
  readonly tier: Tier;
  /** At the same time, at most. */
  readonly workers: number;
  /** Warning about the license for people. */
  readonly warning: string | null;
  /** Requests that the tier does not cover. */
  readonly problems: readonly MigratorError[];
}

/**
 * The plan that holds for a migration: that of the license, or the larger one that it was begun under, so that it can be
 * brought to its end. Pure.
 * @param options.begunUnder `null`: it begins now
 */
export function termsOf(options: {
  license: License;
  begunUnder: Tier | null;
  repositories: number;
  /** Said on the command line or in the plan file; `null`: the default, which gives way. */
  workers: number | null;
  now: number;
}): Terms {
  const { license, begunUnder, repositories, workers, now } = options;
  const own = effectiveTier(license);
  const tier = begunUnder === null ? own : largerTier(own, begunUnder);
  const problems = [
    problemOf(() => requireRepositories(tier, repositories)),
    problemOf(() => requireWorkers(tier, workers ?? 1)),
  ];
  return {
    tier,
    workers: plans[tier].workers,
    warning: licenseWarning(license, now),
    problems: problems.filter((problem) => problem !== null),
  };
}

function problemOf(require: () => void): MigratorError | null {
  try {
    require();
    return null;
  } catch (thrown) {
    return toMigratorError(thrown);
  }
}
