import { type SettingOutcome, unlessRefused } from '../../../settings/applying/setting-outcome.ts';
import { type WantedSettings, wantedSettings } from '../../../settings/compare/wanted-settings.ts';
import { appliedKinds } from '../../../settings/kinds/kinds.ts';
import { applyRulesets, rulesetName } from '../../../settings/rulesets/apply-rulesets.ts';
import { whyNobodyWrites } from '../../../settings/rulesets/why-nobody-writes.ts';
import type { SettingsContext } from '../../context/settings/settings-context.ts';
import {
  applyPipelinesRequest,
  convertsPipelines,
  pipelinesRequestName,
} from './request/pipelines-request.ts';
import { applySettingsRequest, settingsRequestName } from './request/settings-request.ts';

/**
 * Applies what a plan wants of one repository, or reports what is missing where nothing is written: first what opens
 * nothing, then the rulesets, which bind us as well, and last what lets people write. Every part reads what is there, and
 * writes only what is missing.
 */
export async function applySettings(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  return [...(await applyFirst(context)), ...(await applyRulesAndAccess(context))];
}

/** Tells whether the plan has settings for this repository, and they are wanted. */
export function isWanted({ planned, mode }: Pick<SettingsContext, 'planned' | 'mode'>): boolean {
  return planned.settings !== undefined && mode !== 'none';
}

/** Tells whether anything is to be applied: settings, or a pull request with workflows. */
export function isAnythingWanted(context: Pick<SettingsContext, 'planned' | 'mode'>): boolean {
  return isWanted(context) || convertsPipelines(context.planned);
}

/** Applies the settings that open nothing, and last the files that some become, and workflows. */
export async function applyFirst(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  const settings = isWanted(context) ? await applyFirstSettings(context) : [];
  const workflows = await unlessRefused([pipelinesRequestName], () =>
    applyPipelinesRequest(context),
  );
  return [...settings, ...workflows];
}

async function applyFirstSettings(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  const wanted = wantedSettings(context.planned.settings ?? []);
  const outcomes = await applyPhase(context, { phase: 'first', wanted });
  const request = await unlessRefused([settingsRequestName], () =>
    applySettingsRequest(context, wanted.owners),
  );
  return [...outcomes, ...request];
}

/**
 * Rulesets, then keys, teams and people. Where a ruleset is not in force nobody gets to write: they could do more than on
 * the source.
 */
export async function applyRulesAndAccess(
  context: SettingsContext,
): Promise<readonly SettingOutcome[]> {
  if (!isWanted(context)) return [];
  const { shared } = await context.organization();
  const wanted = wantedSettings(context.planned.settings ?? [], shared);
  const rules = await unlessRefused(wanted.rulesets.map(rulesetName), () =>
    applyRulesets(context, wanted.rulesets),
  );
  const nobodyWrites = whyNobodyWrites(context, wanted.rulesets, rules);
  const rest = await applyPhase(context, { phase: 'access', wanted, nobodyWrites });
  return [...rules, ...rest];
}

async function applyPhase(
  context: SettingsContext,
  given: { phase: 'first' | 'access'; wanted: WantedSettings; nobodyWrites?: string | null },
): Promise<readonly SettingOutcome[]> {
  const { phase, wanted, nobodyWrites = null } = given;
  const outcomes: SettingOutcome[] = [];
  for (const kind of appliedKinds) {
    if (kind.phase === 'rules' || kind.phase !== phase) continue;
    const named = kind.named(wanted, context);
    const apply = () => kind.apply(context, wanted, nobodyWrites);
    outcomes.push(...(await unlessRefused(named, apply)));
  }
  return outcomes;
}
