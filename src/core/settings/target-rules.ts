import type { Ruleset, TargetGrant } from '../ports/records/target-settings.ts';

export type {
  Bypass,
  PullRequestRule,
  RepositoryRole,
  Rule,
  Ruleset,
  TargetActor,
  TargetGrant,
} from '../ports/records/target-settings.ts';
export { repositoryRoles } from '../ports/records/target-settings.ts';

/* What decides on GitHub who may do what: rulesets and access. */

export interface TargetTeam {
  readonly name: string;
  /** Logins. */
  readonly members: readonly string[];
}

export interface TargetRules {
  readonly defaultBranch: string | null;
  readonly rulesets: readonly Ruleset[];
  readonly access: readonly TargetGrant[];
  readonly teams: readonly TargetTeam[];
}
