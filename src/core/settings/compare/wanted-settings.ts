import { noneShared, type SharedRulesets } from '../applying/apply-context.ts';
import { keyText } from '../kinds/deploy-keys.ts';
import { webhookId } from '../kinds/webhooks.ts';
import type { TargetSettings } from '../mapping/setting-set.ts';
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
  const chosen = chosenSettings(planned);
  return {
    ...chosen,
    rulesets: nameRulesets(chosen.rulesets, shared),
    autolinks: distinctBy(chosen.autolinks, ({ prefix }) => prefix.toLowerCase()),
    keys: distinctBy(chosen.keys, ({ key }) => keyText(key)),
    webhooks: distinctBy(chosen.webhooks, webhookId),
  };
}

function distinctBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}
