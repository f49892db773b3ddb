import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';

export const restrictionTypes = [
  'read-only',
  'no-deletes',
  'fast-forward-only',
  'pull-request-only',
  'no-creates',
] as const;

export type RestrictionType = (typeof restrictionTypes)[number];

export const matcherTypes = {
  BRANCH: 'Branch',
  PATTERN: 'Pattern',
  MODEL_CATEGORY: 'Branching model category',
  MODEL_BRANCH: 'Branching model branch',
  ANY_REF: 'Any branch',
} as const;

export interface RefMatcher {
  readonly type: keyof typeof matcherTypes;
  /** `refs/heads/main`, a pattern, `FEATURE`, `production`; of any ref the product's own word. */
  readonly id: string;
}

/** As the product names the matcher of any ref. */
export const anyRef: RefMatcher = { type: 'ANY_REF', id: 'ANY_REF_MATCHER_ID' };

export interface RefRestriction {
  readonly id: number;
  readonly type: RestrictionType;
  readonly matcher: RefMatcher;
  /** Whom it does not hold for. */
  readonly users: readonly BitbucketPerson[];
  readonly groups: readonly string[];
  readonly accessKeys: readonly DataCenterKey[];
}

export interface ReviewerCondition {
  readonly id: number;
  readonly source: RefMatcher;
  readonly target: RefMatcher;
  readonly reviewers: readonly BitbucketPerson[];
  readonly requiredApprovals: number;
}

export interface DataCenterKey {
  readonly id: number;
  readonly text: string;
  readonly label: string;
  readonly permission: 'READ' | 'WRITE';
}

interface DataCenterWebhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly verifiesCertificates: boolean;
  readonly hasSecret: boolean;
  /** Who it signs in as at the receiver. */
  readonly username: string | null;
}

interface ReviewerGroup {
  readonly id: number;
  readonly name: string;
  readonly users: readonly BitbucketPerson[];
}

export const mergeStrategies = {
  'no-ff': ['Merge commit', '--no-ff'],
  ff: ['Fast-forward', '--ff'],
  'ff-only': ['Fast-forward only', '--ff-only'],
  'rebase-no-ff': ['Rebase and merge', 'rebase + merge --no-ff'],
  'rebase-ff-only': ['Rebase and fast-forward', 'rebase + merge --ff-only'],
  squash: ['Squash', '--squash'],
  'squash-ff-only': ['Squash, fast-forward only', '--squash --ff-only'],
} as const;

export type MergeStrategyId = keyof typeof mergeStrategies;

export interface MergeConfig {
  readonly default: MergeStrategyId;
  readonly enabled: readonly MergeStrategyId[];
}

/** The product's own hooks; `null` and `false` are switched off. */
export interface MergeChecks {
  readonly requiredApprovers: number | null;
  readonly requiredSuccessfulBuilds: number | null;
  readonly allApprovers: boolean;
  readonly allTasksComplete: boolean;
  readonly noChangesRequested: boolean;
  readonly noForcePush: boolean;
}

export interface RequiredBuild {
  readonly id: number;
  readonly buildKeys: readonly string[];
  readonly branches: RefMatcher;
  readonly exempt: RefMatcher | null;
}

export interface DataCenterBuild {
  readonly key: string;
  readonly name: string;
  readonly state: 'SUCCESSFUL' | 'FAILED' | 'INPROGRESS' | 'CANCELLED';
}

export interface DataCenterModel {
  /** The branch's full name; `null`: the default branch. */
  readonly development: string | null;
  readonly production: string | null | false;
  readonly types: readonly {
    readonly id: 'BUGFIX' | 'FEATURE' | 'HOTFIX' | 'RELEASE';
    readonly prefix: string;
    readonly enabled: boolean;
  }[];
}

export type DataCenterPermission = 'READ' | 'WRITE' | 'ADMIN';

/** Describes what projects and repositories have alike. What is `null` comes from above. */
export interface PlaceSettings {
  readonly restrictions: RefRestriction[];
  readonly conditions: ReviewerCondition[];
  readonly reviewerGroups: ReviewerGroup[];
  readonly users: Map<BitbucketPerson, DataCenterPermission>;
  readonly groups: Map<string, DataCenterPermission>;
  readonly keys: DataCenterKey[];
  readonly webhooks: DataCenterWebhook[];
  mergeConfig: MergeConfig | null;
  mergeChecks: MergeChecks | null;
  autoMerge: boolean | null;
  /** Weeks; `false`: never. */
  autoDecline: number | false | null;
}

export interface ProjectSettings extends PlaceSettings {
  /** Right of everybody with a license. */
  defaultPermission: 'READ' | 'WRITE' | null;
  jira: { readonly key: string; readonly name: string; readonly url: string } | null;
}

export interface RepositorySettings extends PlaceSettings {
  model: DataCenterModel | null;
  readonly requiredBuilds: RequiredBuild[];
  readonly labels: string[];
  /** By the full hash of a commit. */
  readonly builds: Map<string, DataCenterBuild[]>;
}
