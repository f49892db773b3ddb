import type { SourceKind } from '../../ports/records/repository.ts';
import type { Group, SourceSettings } from '../../ports/records/source-settings.ts';
import type { Ruleset, TargetActor, TargetGrant } from '../target-rules.ts';
import { mapAccess } from './access.ts';
import { mapAccessKey, type TargetKey } from './access-keys.ts';
import { distinctActors } from './actors.ts';
import { type Autolink, mapJiraLinks } from './autolinks.ts';
import { mapBranchRules } from './branch-rules.ts';
import { combineRulesets } from './combine-rulesets.ts';
import type { MappingContext, SettingItem } from './item.ts';
import { mapMergeChecks } from './merge-checks.ts';
import { type MergeFlags, mapStrategies } from './merge-flags.ts';
import { mapCodeOwners, mapReviewers } from './reviewers.ts';
import { mapWebhook, type TargetWebhook } from './webhooks.ts';

/** The settings of one repository on the target. */
export interface TargetSettings {
  readonly rulesets: readonly Ruleset[];
  readonly access: readonly TargetGrant[];
  readonly flags: MergeFlags | null;
  readonly autoMerge: boolean;
  /** Owners of everything, for CODEOWNERS. */
  readonly owners: readonly TargetActor[];
  readonly webhooks: readonly TargetWebhook[];
  readonly keys: readonly TargetKey[];
  readonly autolinks: readonly Autolink[];
}

/**
 * What the settings of a source repository become on GitHub: an item for each of them, and what the items set together.
 * Nothing allows more than the source did unless `context.accepted` names it; checks graded `none` are not carried. Pure.
 */
export function mapSettings(
  source: {
    readonly kind: SourceKind;
    readonly settings: SourceSettings;
    readonly groups: readonly Group[];
  },
  context: MappingContext,
): { readonly items: readonly SettingItem[]; readonly target: TargetSettings } {
  const { kind, settings, groups } = source;
  const rules = mapBranchRules({ kind, rules: settings.rules, groups }, context);
  const checks = mapMergeChecks({ ...settings, kind }, context);
  const access = mapAccess(settings.access, context);
  const strategies = settings.strategies === null ? null : mapStrategies(settings.strategies);
  const reviewers = settings.reviewers.map((one) => mapReviewers(one, context));
  const webhooks = settings.webhooks.map(mapWebhook);
  const keys = settings.keys.map(mapAccessKey);
  const links = mapJiraLinks(settings.jira);
  const mapped = [...rules, ...checks, ...access, ...reviewers, ...webhooks, ...keys, ...links];
  return {
    items: [
      ...mapped.map(({ item }) => item),
      ...(strategies === null ? [] : [strategies.item]),
      ...(settings.owners === null ? [] : [mapCodeOwners(settings.owners)]),
    ],
    target: {
      rulesets: combineRulesets([...rules, ...checks].flatMap(({ rulesets }) => rulesets)),
      access: access.flatMap(({ grant }) => grant ?? []),
      flags: strategies?.flags ?? null,
      autoMerge: settings.checks.some((check) => check.kind === 'auto-merge'),
      owners: distinctActors(reviewers.flatMap(({ owners }) => owners)),
      webhooks: webhooks.flatMap(({ webhook }) => webhook ?? []),
      keys: keys.flatMap(({ key }) => key ?? []),
      autolinks: links.flatMap(({ link }) => link ?? []),
    },
  };
}
