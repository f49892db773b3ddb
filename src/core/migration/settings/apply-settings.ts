import { wantedSettings } from '../../settings/compare/wanted-settings.ts';
import { accessName, applyAccess } from './kinds/apply-access.ts';
import { applyCollection } from './kinds/apply-collection.ts';
import { applyMerging, mergingName } from './kinds/apply-merging.ts';
import { applyProperty, propertyName } from './kinds/apply-property.ts';
import { applyRulesets, rulesetName } from './kinds/apply-rulesets.ts';
import {
  autolinkName,
  autolinks,
  deployKeys,
  keyName,
  webhookName,
  webhooks,
} from './kinds/collections.ts';
import { applyRequest, requestName } from './request/settings-request.ts';
import { type SettingOutcome, unlessRefused } from './setting-outcome.ts';
import type { SettingsContext } from './settings-context.ts';

/**
 * Applies what a plan wants of one repository, or tells what is missing where nothing is written: all that opens nothing
 * first, then access, and last the rulesets, which bind us as well. Every part reads what is there, and writes only what
 * is missing.
 */
export async function applySettings(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  if (!isWanted(context)) return [];
  return [...(await applyOpen(context)), ...(await applyRules(context))];
}

/** Whether the plan has settings for this repository, and they are wanted. */
export function isWanted({ planned, mode }: Pick<SettingsContext, 'planned' | 'mode'>): boolean {
  return planned.settings !== undefined && mode !== 'none';
}

/** All but the rulesets. */
export async function applyOpen(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  const wanted = wantedSettings(context.planned.settings ?? []);
  const { flags, autoMerge } = wanted;
  const { project } = context;
  const outcomes: SettingOutcome[] = [];
  const add = async (...given: Parameters<typeof unlessRefused>) => {
    outcomes.push(...(await unlessRefused(...given)));
  };
  await add(flags === null && !autoMerge ? [] : [mergingName], () =>
    applyMerging(context, { flags, autoMerge }),
  );
  await add(wanted.autolinks.map(autolinkName), () =>
    applyCollection(context, autolinks(context, wanted.autolinks)),
  );
  await add(wanted.keys.map(keyName), () =>
    applyCollection(context, deployKeys(context, wanted.keys)),
  );
  await add(wanted.webhooks.map(webhookName), () =>
    applyCollection(context, webhooks(context, wanted.webhooks)),
  );
  await add(project === null ? [] : [propertyName], () => applyProperty(context, project ?? ''));
  await add(wanted.access.map(accessName), () => applyAccess(context, wanted.access));
  await add([requestName], () => applyRequest(context, wanted.owners));
  return outcomes;
}

/** They may refuse what follows, from us as well. */
export async function applyRules(context: SettingsContext): Promise<readonly SettingOutcome[]> {
  const { rulesets } = wantedSettings(context.planned.settings ?? []);
  return unlessRefused(rulesets.map(rulesetName), () => applyRulesets(context, rulesets));
}
