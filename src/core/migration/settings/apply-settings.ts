import { type SettingOutcome, unlessRefused } from '../../settings/applying/setting-outcome.ts';
import { wantedSettings } from '../../settings/compare/wanted-settings.ts';
import { accessName, applyAccess } from '../../settings/kinds/access.ts';
import { applyCollection } from '../../settings/kinds/applied-list.ts';
import {
  autolinkName,
  autolinks,
  deployKeys,
  keyName,
  webhookName,
  webhooks,
} from '../../settings/kinds/collections.ts';
import { applyMerging, mergingName } from '../../settings/kinds/merging.ts';
import { applyProperty, propertyName } from '../../settings/kinds/project-property.ts';
import { applyRulesets, rulesetName } from '../../settings/rulesets/apply-rulesets.ts';
import { whyNobodyWrites } from '../../settings/rulesets/why-nobody-writes.ts';
import type { SettingsContext } from '../settings-context/settings-context.ts';
import { applyRequest, requestName } from './request/settings-request.ts';

/**
 * Applies what a plan wants of one repository, or reports what is missing where nothing is written: first what opens
 * nothing, then the rulesets, which bind us as well, and last what lets people write. Every part reads what is there, and
 * writes only what is missing.
 */
export async function applySettings(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  if (!isWanted(context)) return [];
  return [...(await applyFirst(context)), ...(await applyRulesAndAccess(context))];
}

/** Tells whether the plan has settings for this repository, and they are wanted. */
export function isWanted({ planned, mode }: Pick<SettingsContext, 'planned' | 'mode'>): boolean {
  return planned.settings !== undefined && mode !== 'none';
}

/** Applies the settings that open nothing. */
export async function applyFirst(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  const wanted = wantedSettings(context.planned.settings ?? []);
  const { flags, autoMerge } = wanted;
  const { project } = context;
  const { outcomes, add } = collected();
  await add(flags === null && !autoMerge ? [] : [mergingName], () =>
    applyMerging(context, { flags, autoMerge }),
  );
  await add(wanted.autolinks.map(autolinkName), () =>
    applyCollection(context, autolinks(context, wanted.autolinks)),
  );
  await add(wanted.webhooks.map(webhookName), () =>
    applyCollection(context, webhooks(context, wanted.webhooks)),
  );
  await add(project === null ? [] : [propertyName], () => applyProperty(context, project ?? ''));
  await add([requestName], () => applyRequest(context, wanted.owners));
  return outcomes;
}

/**
 * Rulesets, then keys, teams and people. Where a ruleset is not in force nobody gets to write: they could do more than on
 * the source.
 */
export async function applyRulesAndAccess(
  context: SettingsContext,
): Promise<readonly SettingOutcome[]> {
  const { shared } = await context.organization();
  const wanted = wantedSettings(context.planned.settings ?? [], shared);
  const rules = await unlessRefused(wanted.rulesets.map(rulesetName), () =>
    applyRulesets(context, wanted.rulesets),
  );
  const writing = whyNobodyWrites(context, wanted.rulesets, rules);
  const { outcomes, add } = collected();
  await add(wanted.keys.map(keyName), () =>
    applyCollection(context, deployKeys(context, wanted.keys, writing)),
  );
  await add(wanted.access.map(accessName), () => applyAccess(context, wanted.access, writing));
  return [...rules, ...outcomes];
}

function collected() {
  const outcomes: SettingOutcome[] = [];
  return {
    outcomes,
    async add(...given: Parameters<typeof unlessRefused>) {
      outcomes.push(...(await unlessRefused(...given)));
    },
  };
}
