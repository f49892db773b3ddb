import { paceOptions } from '../../../../core/options/pace.ts';
import type { PlanLimit } from '../../../../core/wizard/plan-limit.ts';

/** The selection against the license's limit; empty without a limit. Pure. */
export function limitText(limit: PlanLimit | null, chosen: number): string {
  if (limit === null || limit.repositories === null) return '';
  const excess = chosen - limit.repositories;
  const most = limit.repositories.toLocaleString('en-US');
  const none = limit.problem === null ? '' : ', no license yet';
  return excess > 0
    ? `${excess.toLocaleString('en-US')} over the ${limit.name} tier's limit of ${most}${none}`
    : `${limit.name} tier: up to ${most}${none}`;
}

/** Why the license does not allow this selection; `null` if it does. Pure. */
export function overLimit(limit: PlanLimit | null, chosen: number): string | null {
  if (limit === null || limit.repositories === null || chosen <= limit.repositories) return null;
  return `the ${limit.name} tier allows ${limit.repositories} per migration: select fewer`;
}

/** The selected number of workers against the license's limit. Pure. */
export function workersText(limit: PlanLimit | null, chosen: number): string {
  if (limit === null || chosen <= limit.workers) return String(chosen);
  // The run silently lowers the default.
  return chosen === paceOptions.workers.default
    ? `${limit.workers}, the limit of the ${limit.name} tier`
    : `${chosen}, over the ${limit.name} tier's limit of ${limit.workers}`;
}
