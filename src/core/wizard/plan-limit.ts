import { toMigratorError } from '../kernel/errors.ts';
import { effectiveTier, type License } from '../license/license.ts';
import { plans } from '../license/plans.ts';

/** What the license allows in one migration, as the screens tell it. */
export interface PlanLimit {
  /** Of the plan: `Free`. */
  readonly name: string;
  /** `null`: as many as there are. */
  readonly repositories: number | null;
  /** Repositories at the same time. */
  readonly workers: number;
  /** Why there is no license yet; then the limit is that of Free, which is had at once. */
  readonly problem: string | null;
}

/** @throws what is not about the license */
export async function planLimit(license: () => Promise<License>): Promise<PlanLimit> {
  try {
    const { name, repositories, workers } = plans[effectiveTier(await license())];
    return { name, repositories, workers, problem: null };
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (error.code !== 'license') throw error;
    const { name, repositories, workers } = plans.free;
    return { name, repositories, workers, problem: error.message };
  }
}
