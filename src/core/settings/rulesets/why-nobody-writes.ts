import { refsText } from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import type { SettingOutcome } from '../applying/setting-outcome.ts';
import type { NamedRuleset } from './name-rulesets.ts';

/**
 * Why people get no access that lets them write: a ruleset of the plan is not in force. `null` where all are. Required
 * checks do not count: a plan has them off until GitHub has seen them. Pure.
 */
export function whyNobodyWrites(
  context: Pick<ApplyContext, 'mode' | 'writer'>,
  wanted: readonly NamedRuleset[],
  outcomes: readonly SettingOutcome[],
): string | null {
  const meant = wanted.filter(({ ruleset }) => ruleset.enforcement === 'active');
  const off = meant.filter(({ name }) => {
    const outcome = outcomes.find((one) => one.kind === 'ruleset' && one.name === name);
    return outcome === undefined || !isInForce(outcome, context);
  });
  const [first] = off;
  if (first === undefined) return null;
  const more = off.length > 1 ? ` and ${off.length - 1} more are` : ' is';
  return `until the ruleset ${refsText(first.name)}${more} in force`;
}

function isInForce(
  { state, differs }: SettingOutcome,
  { mode, writer }: Pick<ApplyContext, 'mode' | 'writer'>,
): boolean {
  if (state === 'refused') return false;
  // What somebody has changed is a difference of its own where nothing is written.
  if (differs === 'looser' && writer !== null) return false;
  return mode === 'active' || state === 'kept';
}
