import type { SourceKind } from './repository.ts';

/*
 * The settings of a source repository in neutral words: what a reader returns, and what an inventory keeps. Every text is
 * hostile until escaped. Keys are single words, because the inventory holds these records as they are.
 */

/** Names of a person by which a user map may know them, other than the id. */
interface PersonNames {
  readonly account?: string | undefined;
  readonly username?: string | undefined;
  readonly nickname?: string | undefined;
  readonly email?: string | undefined;
}

/** A person in a group. */
export interface Member extends PersonNames {
  readonly id: string;
  readonly name: string;
}

/** Somebody whom a rule or a grant names. */
export interface Actor extends PersonNames {
  /** `everyone`: all who have an account (Data Center's default permission). */
  readonly kind: 'user' | 'group' | 'access-key' | 'everyone';
  /** A person's id as in pull requests, a group's slug (Cloud) or name (Data Center), a key's number. */
  readonly id: string;
  readonly name: string;
}

/** Actions on a branch or a tag. `force`: a push that rewrites history; `merge`: of a pull request. */
export const refActions = ['push', 'force', 'delete', 'create', 'merge'] as const;
export type RefAction = (typeof refActions)[number];

/** Which branches a rule is about. */
export type RefMatcher =
  /** Every branch and tag. */
  | { readonly kind: 'any' }
  /** Without `refs/heads/`. */
  | { readonly kind: 'branch'; readonly name: string }
  /** Bitbucket Cloud: `*` stands for any characters. */
  | { readonly kind: 'glob'; readonly pattern: string }
  /** Data Center, as in Ant: fits the end of a full ref, of branches and tags. */
  | { readonly kind: 'ant'; readonly pattern: string }
  /** A branch of the branching model; `name` is `null` where the model has none. */
  | {
      readonly kind: 'model';
      readonly branch: string;
      readonly name: string | null;
      /** The model follows the default branch. */
      readonly default: boolean;
    }
  /** Branches of a type of the branching model, by prefix; `null` where the model has no such type. */
  | { readonly kind: 'category'; readonly category: string; readonly prefix: string | null };

export type SettingsLevel = 'repository' | 'project' | 'workspace';

/** Actions on branches that only the listed may do. */
export interface BranchRule {
  /** Unique within a repository. */
  readonly id: string;
  readonly level: SettingsLevel;
  /** The host's word: `push`, `read-only`. */
  readonly type: string;
  readonly refs: RefMatcher;
  readonly prevents: readonly RefAction[];
  readonly exceptions: readonly Actor[];
}

export type MergeCheckKind =
  | 'approvals'
  | 'default-reviewer-approvals'
  | 'group-approvals'
  | 'all-reviewers-approve'
  | 'no-changes-requested'
  | 'reset-approvals'
  | 'smart-reset-approvals'
  | 'reset-changes-requested'
  | 'tasks'
  | 'comments'
  | 'builds'
  | 'build-keys'
  | 'commits-behind'
  | 'dependencies'
  | 'auto-merge'
  /** Cloud: without it, checks only warn. */
  | 'enforce'
  | 'unknown';

/** A condition that a pull request must meet before it can be merged. */
export interface MergeCheck {
  readonly id: string;
  readonly level: SettingsLevel;
  readonly type: string;
  readonly kind: MergeCheckKind;
  readonly refs: RefMatcher;
  /** Number of approvals, builds or commits. */
  readonly value: number | null;
  /** Build keys, or groups that must approve. */
  readonly names: readonly string[];
}

export const accessLevels = ['read', 'write', 'create', 'admin'] as const;
/** `create`: write, and creating repositories in the project. */
export type AccessLevel = (typeof accessLevels)[number];

export interface Grant {
  readonly actor: Actor;
  readonly level: AccessLevel;
  readonly from: SettingsLevel;
}

/** A group of the source. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** `null` where the host does not list them. */
  readonly members: readonly Member[] | null;
}

/** Reviewers of new pull requests. */
export interface DefaultReviewers {
  readonly id: string;
  readonly level: SettingsLevel;
  readonly reviewers: readonly Actor[];
  /** Data Center limits them to pull requests from and to these refs. */
  readonly source: RefMatcher;
  readonly destination: RefMatcher;
  /** How many of them must approve. */
  readonly approvals: number;
}

export interface Webhook {
  readonly id: string;
  readonly level: SettingsLevel;
  readonly name: string;
  /** Without user name and password; its path and query may hold a secret: shown masked alone. */
  readonly url: string;
  readonly active: boolean;
  readonly events: readonly string[];
  /** True if it has a secret, which no host shows, or had a user name or password in its address. */
  readonly secret: boolean;
  /** True if the receiver's certificate is checked. */
  readonly verified: boolean;
}

/** An SSH key that opens the repository. */
export interface AccessKey {
  readonly id: string;
  readonly level: SettingsLevel;
  readonly label: string;
  /** The public key. */
  readonly key: string;
  readonly access: 'read' | 'write';
}

export interface MergeStrategies {
  /** The host's own ids. */
  readonly enabled: readonly string[];
  readonly standard: string | null;
}

/** A project of Jira whose keys in texts are links. */
export interface JiraLink {
  readonly key: string;
  /** `null` where the key was only seen in texts. */
  readonly url: string | null;
}

/** The file that names owners of code, as it stands on the default branch. */
export interface CodeOwnersFile {
  readonly path: string;
  readonly bytes: number;
}

/** Describes what a reader reads; each may be refused by itself. */
export const settingsParts = [
  'rules',
  'checks',
  'strategies',
  'reviewers',
  'owners',
  'access',
  'webhooks',
  'keys',
  'jira',
  'labels',
  'builds',
] as const satisfies readonly (keyof SourceSettings)[];
export type SettingsPart = (typeof settingsParts)[number];

/** A part that could not be read, with the reason. */
export interface UnreadPart {
  readonly part: SettingsPart;
  readonly reason: string;
}

/** The settings of one repository, with those of its project that apply to it. */
export interface SourceSettings {
  readonly rules: readonly BranchRule[];
  readonly checks: readonly MergeCheck[];
  readonly strategies: MergeStrategies | null;
  readonly reviewers: readonly DefaultReviewers[];
  readonly owners: CodeOwnersFile | null;
  readonly access: readonly Grant[];
  readonly webhooks: readonly Webhook[];
  readonly keys: readonly AccessKey[];
  readonly jira: readonly JiraLink[];
  readonly labels: readonly string[];
  /** Keys of builds seen on the newest commit of the default branch. */
  readonly builds: readonly string[];
  readonly unread: readonly UnreadPart[];
}

/** The same with what decides who may do what. */
export interface SourceRules {
  readonly kind: SourceKind;
  readonly rules: readonly BranchRule[];
  readonly checks: readonly MergeCheck[];
  readonly access: readonly Grant[];
  readonly groups: readonly Group[];
}
