export interface GithubRuleset {
  readonly id: number;
  readonly name: string;
  readonly target: 'branch' | 'tag' | 'push' | 'repository';
  readonly enforcement: 'active' | 'evaluate' | 'disabled';
  readonly bypassActors: readonly BypassActor[];
  readonly refs: NameConditions;
  /** Of an organization's: which repositories it is for; `null` in a repository's own. */
  readonly repositories: RepositoryConditions | null;
  readonly rules: readonly RulesetRule[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NameConditions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export type RepositoryConditions =
  | { readonly kind: 'name'; readonly names: NameConditions }
  | { readonly kind: 'id'; readonly ids: readonly number[] }
  | {
      readonly kind: 'property';
      readonly include: readonly PropertyCondition[];
      readonly exclude: readonly PropertyCondition[];
    };

export interface PropertyCondition {
  readonly name: string;
  readonly values: readonly string[];
}

export const actorTypes = [
  'Integration',
  'OrganizationAdmin',
  'RepositoryRole',
  'Team',
  'DeployKey',
  'User',
] as const;

export interface BypassActor {
  readonly id: number | null;
  readonly type: (typeof actorTypes)[number];
  readonly mode: 'always' | 'pull_request' | 'exempt';
}

/** The rules that are enforced here. Others are refused. */
export type RulesetRule =
  | { readonly type: 'creation' | 'deletion' | 'non_fast_forward' | 'required_linear_history' }
  | { readonly type: 'update'; readonly parameters: UpdateParameters | null }
  | { readonly type: 'pull_request'; readonly parameters: PullRequestParameters }
  | { readonly type: 'required_status_checks'; readonly parameters: StatusCheckParameters };

interface UpdateParameters {
  readonly update_allows_fetch_and_merge: boolean;
}

/** In the words of the interface, as they are given back. */
export interface PullRequestParameters {
  readonly dismiss_stale_reviews_on_push: boolean;
  readonly require_code_owner_review: boolean;
  readonly require_last_push_approval: boolean;
  readonly required_approving_review_count: number;
  readonly required_review_thread_resolution: boolean;
  readonly allowed_merge_methods?: readonly ('merge' | 'squash' | 'rebase')[];
  readonly required_reviewers?: readonly RequiredReviewer[];
}

interface RequiredReviewer {
  readonly file_patterns: readonly string[];
  readonly minimum_approvals: number;
  readonly reviewer: { readonly id: number; readonly type: 'Team' };
}

export interface StatusCheckParameters {
  readonly required_status_checks: readonly { readonly context: string }[];
  readonly strict_required_status_checks_policy: boolean;
  readonly do_not_enforce_on_create?: boolean;
}
