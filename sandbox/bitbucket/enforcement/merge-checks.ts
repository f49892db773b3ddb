import type { BranchRestriction, RestrictionKind } from '../settings/records.ts';

/** Describes what a pull request has come to. */
export interface MergeFacts {
  readonly approvals: number;
  readonly defaultReviewerApprovals: number;
  readonly hasChangesRequested: boolean;
  readonly openTasks: number;
  readonly hasOpenComments: boolean;
  readonly successfulBuilds: number;
  readonly failedBuilds: number;
  readonly commitsBehind: number;
}

/**
 * Returns what is unmet. Without `enforce_merge_checks` the host shows it as a warning and merges all the same; what
 * the groups of reviewers say is not known here, and never met.
 */
export function mergeFaults(
  restrictions: readonly BranchRestriction[],
  facts: MergeFacts,
): readonly string[] {
  if (!restrictions.some(({ kind }) => kind === 'enforce_merge_checks')) return [];
  return restrictions.flatMap((one) => {
    const sentence = unmet(one.kind, one.value ?? 1, facts);
    return sentence === null ? [] : [sentence];
  });
}

function unmet(kind: RestrictionKind, value: number, facts: MergeFacts): string | null {
  switch (kind) {
    case 'require_approvals_to_merge':
      return facts.approvals < value ? `At least ${value} approvals are required.` : null;
    case 'require_default_reviewer_approvals_to_merge':
      return facts.defaultReviewerApprovals < value
        ? `At least ${value} approvals of default reviewers are required.`
        : null;
    case 'require_review_group_approvals_to_merge':
      return 'Approvals of a review group are required.';
    case 'require_no_changes_requested':
      return facts.hasChangesRequested ? 'Changes are requested.' : null;
    case 'require_tasks_to_be_completed':
      return facts.openTasks > 0 ? 'All tasks must be resolved.' : null;
    case 'require_all_comments_resolved':
      return facts.hasOpenComments ? 'All comments must be resolved.' : null;
    case 'require_passing_builds_to_merge':
      return facts.successfulBuilds < value || facts.failedBuilds > 0
        ? `At least ${value} successful builds are required, and none that failed.`
        : null;
    case 'require_commits_behind':
      return facts.commitsBehind > value ? `At most ${value} commits behind are allowed.` : null;
    default:
      return null;
  }
}
