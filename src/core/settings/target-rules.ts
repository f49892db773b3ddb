import {
  type RepositoryRole,
  type Ruleset,
  repositoryRoles,
  type TargetGrant,
} from '../ports/records/target-settings.ts';

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

/** Tells whether a role allows more than another. */
export function isHigher(one: RepositoryRole, other: RepositoryRole): boolean {
  return repositoryRoles.indexOf(one) > repositoryRoles.indexOf(other);
}

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
