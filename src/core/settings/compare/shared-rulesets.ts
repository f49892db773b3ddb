import type { Ruleset } from '../../ports/records/target-settings.ts';
import type { SharedRulesets } from '../applying/apply-context.ts';
import { chosenSettings, type PlannedSetting } from '../plan/planned-settings.ts';
import { normalForm } from '../rulesets/compare-ruleset.ts';

/**
 * The rulesets that several repositories want alike, where a plan says that these become one of the organization. It says
 * the same as one in each, for exactly these repositories. Required checks stay with the repository: each sees its own. Pure.
 */
export function sharedRulesets(
  plan: {
    readonly rulesets?: 'organization' | 'repository' | undefined;
    readonly repositories: readonly { readonly settings?: readonly PlannedSetting[] | undefined }[];
  },
  identity: string,
): SharedRulesets {
  const wanted = plan.rulesets === 'organization' ? plan.repositories : [];
  const keys = wanted.flatMap(({ settings = [] }) => {
    const own = chosenSettings(settings).rulesets.filter(canBeShared).map(normalForm);
    return [...new Set(own)];
  });
  const seen = new Set<string>();
  const shared = new Set(keys.filter((key) => seen.size === seen.add(key).size));
  return {
    identity,
    count: shared.size,
    has: (ruleset) => canBeShared(ruleset) && shared.has(normalForm(ruleset)),
  };
}

function canBeShared({ enforcement, rules }: Ruleset): boolean {
  return enforcement === 'active' && rules.every(({ type }) => type !== 'required_status_checks');
}
