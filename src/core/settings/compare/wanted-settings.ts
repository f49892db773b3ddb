import { createHash } from 'node:crypto';
import type { Ruleset } from '../../ports/records/target-settings.ts';
import type { TargetSettings } from '../mapping/setting-set.ts';
import { chosenSettings, type PlannedSetting } from '../plan/planned-settings.ts';
import { normalForm } from './compare-ruleset.ts';
import { noneShared, type SharedRulesets } from './shared-rulesets.ts';

export interface NamedRuleset {
  readonly name: string;
  /** It stands in the organization, for all repositories that want the same. */
  readonly isShared: boolean;
  readonly ruleset: Ruleset;
}

/** Describes what a plan wants of one repository of the target. */
export interface WantedSettings extends Omit<TargetSettings, 'rulesets'> {
  readonly rulesets: readonly NamedRuleset[];
}

/** With what begin the names of rulesets that a plan has created. */
export const rulesetPrefix = 'bitbucket: ';

/** Merges settings that are alike, and gives every ruleset a name. Pure. */
export function wantedSettings(
  planned: readonly PlannedSetting[],
  shared: SharedRulesets = noneShared,
): WantedSettings {
  const chosen = chosenSettings(planned);
  return {
    ...chosen,
    rulesets: named(chosen.rulesets, shared),
    autolinks: distinctBy(chosen.autolinks, ({ prefix }) => prefix.toLowerCase()),
    keys: distinctBy(chosen.keys, ({ key }) => keyText(key)),
    webhooks: distinctBy(chosen.webhooks, webhookId),
  };
}

/** GitHub's limit is unknown; a name is for people. */
const longestRefs = 60;

/**
 * A name for the same refs stays the same, so that a ruleset is found again after a plan was edited. A shared one has a name
 * for its content: an edit for one repository must not change the rules of the others.
 */
function named(rulesets: readonly Ruleset[], shared: SharedRulesets): NamedRuleset[] {
  const seen = new Map<string, number>();
  return rulesets.map((ruleset) => {
    const refs = ruleset.include.map((ref) => ref.replace(/^refs\/(heads|tags)\//, '')).join(', ');
    const off = ruleset.enforcement !== 'active' ? 'checks on ' : '';
    const tags = ruleset.target === 'tag' ? 'tags ' : '';
    const line = refs.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
    const short =
      [...line].length <= longestRefs ? line : `${[...line].slice(0, longestRefs - 1).join('')}…`;
    const name = `${rulesetPrefix}${off}${tags}${short}`;
    if (shared.has(ruleset)) {
      const mark = digest(`${shared.identity}\n${normalForm(ruleset)}`).slice(0, 8);
      return { name: `${name} [${mark}]`, ruleset, isShared: true };
    }
    const many = (seen.get(name.toLowerCase()) ?? 0) + 1;
    seen.set(name.toLowerCase(), many);
    return { name: many === 1 ? name : `${name} (${many})`, ruleset, isShared: false };
  });
}

function distinctBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** A public key without its comment: GitHub drops it. */
export function keyText(key: string): string {
  return key.trim().split(/\s+/).slice(0, 2).join(' ');
}

/** GitHub has a webhook of the same address and events once. The address may hold a secret: only its digest is kept. */
export function webhookId({ url, events }: { url: string; events: readonly string[] }): string {
  return digest(`${url}\n${[...events].sort().join()}`);
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
