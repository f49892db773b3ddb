import type { Ruleset } from '../../ports/records/target-settings.ts';
import type { SharedRulesets } from '../applying/apply-context.ts';
import { digest } from '../digest.ts';
import { normalForm } from './compare-ruleset.ts';

export interface NamedRuleset {
  readonly name: string;
  /** It stands in the organization, for all repositories that want the same. */
  readonly isShared: boolean;
  readonly ruleset: Ruleset;
}

/** With what begin the names of rulesets that a plan has created. */
export const rulesetPrefix = 'bitbucket: ';

/** GitHub's limit is unknown; a name is for people. */
const longestRefs = 60;

/**
 * Gives each a name: for the same refs it stays the same, so that a ruleset is found again after a plan was edited. A shared one has a name
 * for its content: an edit for one repository must not change the rules of the others. Pure.
 */
export function nameRulesets(
  rulesets: readonly Ruleset[],
  shared: SharedRulesets,
): readonly NamedRuleset[] {
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
