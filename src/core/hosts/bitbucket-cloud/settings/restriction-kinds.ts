import type { MergeCheckKind, RefAction } from '../../../ports/records/source-settings.ts';

/**
 * Actions that restrictions of permissions prevent. `push` "stops a user pushing to matching branches", which also
 * creates and deletes them; `restrict_merges` "stops a user merging pull requests" (Atlassian's OpenAPI description).
 */
export const restrictedActions: Readonly<Record<string, readonly RefAction[]>> = {
  push: ['push', 'force', 'delete', 'create'],
  restrict_merges: ['merge'],
  force: ['force'],
  delete: ['delete'],
};

/** "Users and groups can only be configured in push and restrict_merges restrictions." */
export const withExceptions: ReadonlySet<string> = new Set(['push', 'restrict_merges']);

export const checkKinds: Readonly<Record<string, MergeCheckKind>> = {
  require_approvals_to_merge: 'approvals',
  require_default_reviewer_approvals_to_merge: 'default-reviewer-approvals',
  require_review_group_approvals_to_merge: 'group-approvals',
  require_no_changes_requested: 'no-changes-requested',
  reset_pullrequest_approvals_on_change: 'reset-approvals',
  smart_reset_pullrequest_approvals: 'smart-reset-approvals',
  reset_pullrequest_changes_requested_on_change: 'reset-changes-requested',
  require_tasks_to_be_completed: 'tasks',
  require_all_comments_resolved: 'comments',
  require_passing_builds_to_merge: 'builds',
  require_commits_behind: 'commits-behind',
  require_all_dependencies_merged: 'dependencies',
  allow_auto_merge_when_builds_pass: 'auto-merge',
  enforce_merge_checks: 'enforce',
};
