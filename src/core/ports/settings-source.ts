import type { SourceRepositoryName } from './pull-request-source.ts';
import type { Group, SettingsPart, SourceSettings } from './records/source-settings.ts';
import type { Cancellable } from './records/target-address.ts';

/** A repository whose settings are read. */
export interface SettingsRepository extends SourceRepositoryName {
  readonly defaultBranch: string | null;
  /** The key of its project. */
  readonly project: string | null;
}

/**
 * Reads what administrators have set, in parts, because each needs permissions of its own. Nothing is written, and no secret
 * is requested or kept. A part is complete, or it throws MigratorError: `permission` where these credentials may not see it.
 */
export interface SettingsSource {
  /** Rights that the credentials need, for people. */
  readonly needs: string;

  readonly parts: readonly SettingsPartCost[];

  /** One part of a repository's settings, with what its project sets for it. */
  read(part: SettingsPart, repository: SettingsRepository & Cancellable): Promise<SettingsOfPart>;

  /** Groups by id, with their members where the host lists them. */
  groups(
    options: { workspace: string; ids: readonly string[] } & Cancellable,
  ): Promise<readonly Group[]>;
}

/** Describes what reading a part costs at least, in requests. */
export interface SettingsPartCost {
  readonly part: SettingsPart;
  readonly repository: number;
  /** Once for each project. */
  readonly project: number;
  /** Once for the workspace. */
  readonly workspace: number;
}

export interface SettingsOfPart {
  readonly settings: {
    readonly [Key in keyof Omit<SourceSettings, 'unread'>]?: SourceSettings[Key] | undefined;
  };
  /** Why what the project or the workspace sets is missing; `null` where nothing is. */
  readonly missing: string | null;
}
