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

/** Roles of a repository with the names of GitHub's pages, and what people with them can do. */
export const roleWords: Readonly<
  Record<RepositoryRole, { readonly name: string; readonly can: string }>
> = {
  pull: { name: 'Read', can: 'read' },
  triage: { name: 'Triage', can: 'triage' },
  push: { name: 'Write', can: 'write' },
  maintain: { name: 'Maintain', can: 'maintain' },
  admin: { name: 'Admin', can: 'administer' },
};

/** `write access`. Pure. */
export function accessText(role: RepositoryRole): string {
  return `${roleWords[role].name.toLowerCase()} access`;
}

/** Rules with the labels of GitHub's pages, as they stand inside a sentence. */
export const ruleLabels: Readonly<Record<Rule['type'], string>> = {
  creation: 'restrict creations',
  update: 'restrict updates',
  deletion: 'restrict deletions',
  non_fast_forward: 'block force pushes',
  pull_request: 'require a pull request before merging',
  required_status_checks: 'require status checks to pass',
};

/** Says that a ruleset has a rule: `blocks force pushes`. Pure. */
export function hasRuleText(type: Rule['type']): string {
  return ruleLabels[type].replace(/^\w+/, '$&s');
}

/** Says that it lacks one: `does not block force pushes`. Pure. */
export function lacksRuleText(type: Rule['type']): string {
  return `does not ${ruleLabels[type]}`;
}

/** Says in words what GitHub's interface calls `~DEFAULT_BRANCH`, `~ALL` and `refs/heads/main`. Pure. */
export function refsText(refs: string): string {
  return refs
    .replaceAll('~DEFAULT_BRANCH', 'the default branch')
    .replaceAll('~ALL', 'all names')
    .replace(/(^|, )refs\/(heads|tags)\//g, '$1');
}

/** `team leads can bypass it in pull requests`. Pure. */
export function bypassText(who: string, mode: Bypass['mode'] | string): string {
  return `${who} can bypass it${mode === 'pull_request' ? ' in pull requests' : ''}`;
}
