import type { MergeFlags, Ruleset, TargetGrant } from '../../ports/records/target-settings.ts';

/* What an export holds: the plan of a migration, with the ids that GitHub gave. */

export interface Exported {
  readonly organization: string;
  /** The web address of an Enterprise Server or of ghe.com; `null`: github.com. */
  readonly baseUrl: string | null;
  readonly teams: readonly ExportedTeam[];
  readonly repositories: readonly ExportedRepository[];
  /** Rulesets of the organization. */
  readonly rulesets: readonly ExportedRuleset[];
}

export interface ExportedTeam {
  /** The slug. */
  readonly name: string;
  /** Its number on GitHub. */
  readonly id: string;
  readonly parent: string | null;
  /** Logins. */
  readonly members: readonly string[];
}

export interface ExportedRepository {
  readonly name: string;
  readonly visibility: 'private' | 'internal' | 'public';
  /** `null`: the plan does not say how to merge. */
  readonly merging: MergeFlags | null;
  readonly autoMerge: boolean;
  readonly access: readonly TargetGrant[];
  readonly rulesets: readonly ExportedRuleset[];
  readonly autolinks: readonly { readonly prefix: string; readonly url: string }[];
  readonly environments: readonly string[];
}

export interface ExportedRuleset {
  readonly name: string;
  /** Its number on GitHub. */
  readonly id: string;
  readonly ruleset: Ruleset;
  /** Names of the repositories of an organization's ruleset; empty for a repository's own. */
  readonly repositories: readonly string[];
}
