import type {
  Autolink,
  MergeFlags,
  Ruleset,
  TargetActor,
  TargetGrant,
  TargetKey,
  TargetWebhook,
} from '../../ports/records/target-settings.ts';
import type { SettingItem } from './item.ts';

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
  /** Besides those that the repository has on the source. */
  readonly topics: readonly string[];
}

/** Describes what one setting adds. */
export type SettingSet = {
  readonly [Key in keyof TargetSettings]?: TargetSettings[Key] | undefined;
};

export interface MappedSetting {
  readonly item: SettingItem;
  readonly set: SettingSet;
}
