import type { RepositorySource } from '../kinds/kind.ts';
import { combineSets, kinds, type MappedSetting, type TargetSettings } from '../kinds/kinds.ts';
import type { MappingContext, SettingItem } from '../mapping/item.ts';
import { withoutUnreadRules } from './unread-rules.ts';

/**
 * Returns what each setting of a source repository becomes on GitHub. Nothing allows more than the source did unless
 * `context.accepted` names it; checks graded `none` are not carried. Pure.
 */
export function mapEachSetting(
  source: RepositorySource,
  context: MappingContext,
): readonly MappedSetting[] {
  const mapped = kinds.flatMap((kind) => kind.map?.(source, context) ?? []);
  return withoutUnreadRules(mapped, source.settings, context);
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
