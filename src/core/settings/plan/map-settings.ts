import type { SourceKind } from '../../ports/records/repository.ts';
import type { Group, SourceSettings } from '../../ports/records/source-settings.ts';
import type { TargetGrant } from '../../ports/records/target-settings.ts';
import { mapJiraLinks } from '../kinds/autolinks.ts';
import { mapAccessKey } from '../kinds/deploy-keys.ts';
import { mapLabels } from '../kinds/labels.ts';
import { mapCodeOwners, mapReviewers } from '../kinds/reviewers.ts';
import { mapWebhook } from '../kinds/webhooks.ts';
import { mapAccess } from '../mapping/access.ts';
import { distinctActors } from '../mapping/actors.ts';
import { mapBranchRules } from '../mapping/branch-rules.ts';
import { combineRulesets } from '../mapping/combine-rulesets.ts';
import type { MappingContext, SettingItem } from '../mapping/item.ts';
import { autoMerge, mapMergeChecks } from '../mapping/merge-checks.ts';
import { mapStrategies } from '../mapping/merge-flags.ts';
import type { MappedSetting, SettingSet, TargetSettings } from '../mapping/setting-set.ts';
import { isHigher } from '../target-rules.ts';
import { withoutUnreadRules } from './unread-rules.ts';

export interface RepositorySource {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
  readonly groups: readonly Group[];
}

/**
 * Returns what each setting of a source repository becomes on GitHub. Nothing allows more than the source did unless
 * `context.accepted` names it; checks graded `none` are not carried. Pure.
 */
export function mapEachSetting(
  { kind, settings, groups }: RepositorySource,
  context: MappingContext,
): readonly MappedSetting[] {
  const rules = mapBranchRules({ kind, rules: settings.rules, groups }, context);
  const checks = mapMergeChecks({ ...settings, kind }, context);
  const strategies = settings.strategies === null ? [] : [mapStrategies(settings.strategies)];
  const labels = mapLabels(settings.labels);
  const owners = settings.owners === null ? [] : [mapCodeOwners(settings.owners)];
  const mapped = [
    ...[...rules, ...checks].map(({ item, rulesets }) => ({
      item,
      set: { rulesets, ...(item.target === autoMerge ? { autoMerge: true } : {}) },
    })),
    ...mapAccess(settings.access, context).map(({ item, grant }) => ({
      item,
      set: { access: listOf(grant) },
    })),
    ...settings.reviewers.map((one) => {
      const { item, owners: asked } = mapReviewers(one, context);
      return { item, set: { owners: asked } };
    }),
    ...settings.webhooks.map((hook) => {
      const { item, webhook } = mapWebhook(hook);
      return { item, set: { webhooks: listOf(webhook) } };
    }),
    ...settings.keys.map((one) => {
      const { item, key } = mapAccessKey(one);
      return { item, set: { keys: listOf(key) } };
    }),
    ...mapJiraLinks(settings.jira, context).map(({ item, link }) => ({
      item,
      set: { autolinks: listOf(link) },
    })),
    ...listOf(labels).map(({ item, topics }) => ({ item, set: { topics } })),
    ...strategies.map(({ item, flags }) => ({ item, set: { flags } })),
    ...owners.map((item) => ({ item, set: {} })),
  ];
  return withoutUnreadRules(mapped, settings, context);
}

function listOf<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value];
}

/** Several settings together. Pure. */
export function combineSets(sets: readonly SettingSet[]): TargetSettings {
  const all = <T>(of: (set: SettingSet) => readonly T[] | undefined): T[] =>
    sets.flatMap((set) => of(set) ?? []);
  return {
    rulesets: combineRulesets(all(({ rulesets }) => rulesets)),
    access: widestGrants(all(({ access }) => access)),
    flags: sets.find(({ flags }) => flags)?.flags ?? null,
    autoMerge: sets.some((set) => set.autoMerge === true),
    owners: distinctActors(all(({ owners }) => owners)),
    webhooks: all(({ webhooks }) => webhooks),
    keys: all(({ keys }) => keys),
    autolinks: all(({ autolinks }) => autolinks),
    topics: [...new Set(all(({ topics }) => topics))],
  };
}

/** Each actor once: groups may share a team. */
function widestGrants(grants: readonly TargetGrant[]): readonly TargetGrant[] {
  const byActor = Map.groupBy(grants, ({ actor }) => `${actor.kind} ${actor.name.toLowerCase()}`);
  return [...byActor.values()].map((same) =>
    same.reduce((one, other) => (isHigher(other.role, one.role) ? other : one)),
  );
}

/** All settings of a repository. Pure. */
export function mapSettings(
  source: RepositorySource,
  context: MappingContext,
): { readonly items: readonly SettingItem[]; readonly target: TargetSettings } {
  const mapped = mapEachSetting(source, context);
  return {
    items: mapped.map(({ item }) => item),
    target: combineSets(mapped.map(({ set }) => set)),
  };
}
