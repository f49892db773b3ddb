/*
 * What decides on GitHub who may do what: rulesets and access. The shapes are those of its REST interface, with people and
 * teams by name.
 */

export const repositoryRoles = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
export type RepositoryRole = (typeof repositoryRoles)[number];

export interface TargetActor {
  readonly kind: 'user' | 'team';
  /** Login or slug. */
  readonly name: string;
}

/** Somebody whom a ruleset does not bind. `pull_request`: only while merging a pull request. */
export interface Bypass {
  readonly actor: TargetActor;
  readonly mode: 'always' | 'pull_request';
}

export type Rule =
  | { readonly type: 'creation' | 'update' | 'deletion' | 'non_fast_forward' }
  | PullRequestRule
  | {
      readonly type: 'required_status_checks';
      readonly contexts: readonly string[];
      /** The branch must contain the newest commit of its base. */
      readonly strict: boolean;
    };

/** Changes need a pull request, which must meet these conditions. */
export interface PullRequestRule {
  readonly type: 'pull_request';
  readonly approvals: number;
  readonly dismissStale: boolean;
  readonly resolveThreads: boolean;
  readonly reviewers: readonly { readonly team: string; readonly minimum: number }[];
}

export interface Ruleset {
  readonly target: 'branch' | 'tag';
  /** fnmatch patterns over full refs, `~ALL` or `~DEFAULT_BRANCH`. */
  readonly include: readonly string[];
  readonly rules: readonly Rule[];
  readonly bypass: readonly Bypass[];
  /** `disabled` until required checks have been seen. */
  readonly enforcement: 'active' | 'disabled';
}

export interface TargetTeam {
  readonly name: string;
  /** Logins. */
  readonly members: readonly string[];
}

export interface TargetGrant {
  readonly actor: TargetActor;
  readonly role: RepositoryRole;
}

export interface TargetRules {
  readonly defaultBranch: string | null;
  readonly rulesets: readonly Ruleset[];
  readonly access: readonly TargetGrant[];
  readonly teams: readonly TargetTeam[];
}
