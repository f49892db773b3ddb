import { toMigratorError } from '../kernel/errors.ts';
import { effectiveTier, type License } from '../license/key/license.ts';
import { plans } from '../license/key/plans.ts';

/** Describes what the license allows in one migration. */
export interface PlanLimit {
  /** Of the tier: `Free`. */
  readonly name: string;
  /** `null`: unlimited. */
  readonly repositories: number | null;
  /** Repositories at the same time. */
  readonly workers: number;
  /** Why there is no license; then the limit is that of Free. */
  readonly problem: string | null;
}

/** @throws errors of another code than `license` */
export async function planLimit(license: () => Promise<License>): Promise<PlanLimit> {
  try {
    return { ...plans[effectiveTier(await license())], problem: null };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code !== 'license') throw error;
    return { ...plans.free, problem: error.message };
  }
}
