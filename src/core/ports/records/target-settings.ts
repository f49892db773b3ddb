/*
 * What a repository of the target is set to, in neutral words: people and teams by name. A plan holds what is wanted, a
 * reader returns what is there, both in these records. Every text is hostile until escaped.
 */

/** From the least to the most. */
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
  | StatusCheckRule;

/** Changes need a pull request, which must meet these conditions. */
export interface PullRequestRule {
  readonly type: 'pull_request';
  readonly approvals: number;
  readonly dismissStale: boolean;
  readonly resolveThreads: boolean;
  readonly reviewers: readonly { readonly team: string; readonly minimum: number }[];
}

interface StatusCheckRule {
  readonly type: 'required_status_checks';
  readonly contexts: readonly string[];
  /** The branch must contain the newest commit of its base. */
  readonly strict: boolean;
}

export interface Ruleset {
  readonly target: 'branch' | 'tag';
  /** fnmatch patterns over full refs, `~ALL` or `~DEFAULT_BRANCH`. */
  readonly include: readonly string[];
  readonly rules: readonly Rule[];
  readonly bypass: readonly Bypass[];
  /** Not active until required checks have been seen; `evaluate`: reported and not enforced (Enterprise alone). */
  readonly enforcement: 'active' | 'evaluate' | 'disabled';
}

/** A ruleset on the target. */
export interface FoundRuleset {
  readonly id: string;
  readonly name: string;
  /** The part of a ruleset that a plan can say. */
  readonly ruleset: Ruleset;
  /** The part that no plan says, for people: rules that forbid more, actors and refs that let more through. */
  readonly more: { readonly stricter: readonly string[]; readonly looser: readonly string[] };
}

/** A ruleset of an organization. */
export interface FoundOrganizationRuleset extends FoundRuleset {
  /** Ids of the repositories that it is for; `null` where it says that in another way. */
  readonly repositories: readonly string[] | null;
}

export interface TargetGrant {
  readonly actor: TargetActor;
  readonly role: RepositoryRole;
}

/** Describes what somebody was granted on a repository of the target. */
export interface FoundGrant {
  readonly actor: TargetActor;
  /** `null`: a role of the organization's own. */
  readonly role: RepositoryRole | null;
  /** The invitation was not accepted yet. */
  readonly isInvited: boolean;
}

/** Ways to merge that a repository offers. */
export interface MergeFlags {
  readonly mergeCommit: boolean;
  readonly squash: boolean;
  readonly rebase: boolean;
}

/** Ways to merge that a repository of the target offers. */
export interface FoundMerging extends MergeFlags {
  /** `null`: the host does not say (Enterprise Server 3.19). */
  readonly autoMerge: boolean | null;
}

/** Always created inactive. */
export interface TargetWebhook {
  readonly url: string;
  readonly events: readonly string[];
}

export interface FoundWebhook extends TargetWebhook {
  readonly id: string;
  readonly active: boolean;
}

export interface TargetKey {
  readonly title: string;
  readonly key: string;
  readonly readOnly: boolean;
}

export interface FoundKey extends TargetKey {
  readonly id: string;
}

export interface Autolink {
  /** `ABC-` */
  readonly prefix: string;
  /** `https://jira.example.com/browse/ABC-<num>` */
  readonly url: string;
}

export interface FoundAutolink extends Autolink {
  readonly id: string;
}

/** A team of the organization. */
export interface FoundTeam {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Only its members see a secret one, and no ruleset may name it. */
  readonly isSecret: boolean;
  /** Slug of the team above; `null` without one. */
  readonly parent: string | null;
}

export interface FoundPerson {
  readonly id: string;
  readonly login: string;
}
