import { noneShared, type SharedRulesets } from '../applying/apply-context.ts';
import { distinctSettings, type TargetSettings } from '../kinds/kinds.ts';
import { chosenSettings, type PlannedSetting } from '../plan/planned-settings.ts';
import { type NamedRuleset, nameRulesets } from '../rulesets/name-rulesets.ts';

/** Describes what a plan wants of one repository of the target. */
export interface WantedSettings extends Omit<TargetSettings, 'rulesets'> {
  readonly rulesets: readonly NamedRuleset[];
}

/** Merges settings that are alike, and gives every ruleset a name. Pure. */
export function wantedSettings(
  planned: readonly PlannedSetting[],
  shared: SharedRulesets = noneShared,
): WantedSettings {
  const chosen = distinctSettings(chosenSettings(planned));
  return { ...chosen, rulesets: nameRulesets(chosen.rulesets, shared) };
}
