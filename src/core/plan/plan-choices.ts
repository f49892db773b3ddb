import type { Inventory } from '../discovery/inventory-schema.ts';
import { harmlessJson } from '../kernel/format/json.ts';
import type { CommentMode } from '../ports/pull-request-target.ts';
import type { Visibility } from '../ports/records/repository.ts';
import type { ResolveTargetNames } from '../ports/target-naming.ts';
import { type BuiltPlan, buildPlan } from './build-plan.ts';
import type { RepositoryChoice } from './choose-repositories.ts';
import type { Plan, PlanOptions } from './plan-schema.ts';

/** `found`: where pointers are found and git-lfs is there. */
export const lfsChoices = ['found', 'always', 'never'] as const;

export type LfsChoice = (typeof lfsChoices)[number];

/** All that is chosen when a plan is made, be it by flags or at the screen. */
export interface PlanChoices extends RepositoryChoice {
  readonly organization: string;
  /** What the target's name is made from. */
  readonly nameFrom: 'slug' | 'name';
  /** `source`: as it is there. */
  readonly visibility: Visibility | 'source';
  /** Not said: as the configuration has it, or the default. */
  readonly comments: CommentMode | undefined;
  /** False: none are brought over. */
  readonly pullRequests: boolean;
  readonly lfs: LfsChoice;
}

/**
 * The plan that such choices make. Pure.
 * @throws `input-file` if no repository is chosen
 */
export function planOf(
  inventory: Inventory,
  choices: PlanChoices,
  resolveTargetNames: ResolveTargetNames,
): BuiltPlan {
  return buildPlan({ ...choices, inventory, options: optionsOf(choices), resolveTargetNames });
}

/** Only what is said: what is not is left to the configuration. */
function optionsOf({ comments, pullRequests, lfs }: PlanChoices): PlanOptions {
  const chosen = {
    ...(comments === undefined ? {} : { comments }),
    ...(pullRequests ? {} : { migrate: false }),
  };
  return {
    ...(lfs === 'found' ? {} : { include_lfs: lfs === 'always' }),
    ...(Object.keys(chosen).length === 0 ? {} : { pull_requests: chosen }),
  };
}

/** As it is written to a file. */
export function planText(plan: Plan): string {
  return `${harmlessJson(JSON.stringify(plan, null, 2))}\n`;
}
