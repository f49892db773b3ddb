import type { SettingsSummary } from '../../settings/compare/settings-summary.ts';

type Setting = Pick<SettingsSummary['rows'][number], 'kind' | 'source'>;

/** A setting of Bitbucket as people say it, in place of the name that its interface has. Pure. */
export function settingText({ kind, source }: Setting): string {
  switch (kind) {
    case 'branch-rule':
    case 'merge-check':
      return ruleText(source);
    case 'access':
      return capitalized(source.replace(/^(\S+) for (.+)$/s, '$1 access for $2'));
    case 'access-key':
      return `Access key ${source}`;
    case 'webhook':
      return `Webhook ${source}`;
    case 'merge-strategies':
      return `Merge strategies: ${spaced(source)}`;
    case 'autolink':
      return `Links to ${source}`;
    default:
      return capitalized(source);
  }
}

const rules: Readonly<Record<string, string>> = {
  push: 'Limit who can push',
  force: 'Block force pushes',
  delete: 'Block deletion',
  restrict_merges: 'Limit who can merge',
  'read-only': 'Block every change',
  'no-deletes': 'Block deletion',
  'no-creates': 'Block creation',
  'fast-forward-only': 'Block force pushes',
  'pull-request-only': 'Require pull requests',
  require_approvals_to_merge: 'Require approvals',
  require_default_reviewer_approvals_to_merge: 'Require approvals from default reviewers',
  require_review_group_approvals_to_merge: 'Require approvals from review groups',
  require_no_changes_requested: 'Block merging while changes are requested',
  require_tasks_to_be_completed: 'Require all tasks to be done',
  require_all_comments_resolved: 'Require all comments to be resolved',
  require_passing_builds_to_merge: 'Require passing builds',
  require_commits_behind: 'Limit how many commits a branch can be behind',
  require_all_dependencies_merged: 'Require dependencies to be merged first',
  reset_pullrequest_approvals_on_change: 'Reset approvals on changes',
  smart_reset_pullrequest_approvals: 'Reset approvals when the diff changes',
  reset_pullrequest_changes_requested_on_change: 'Reset change requests on changes',
  allow_auto_merge_when_builds_pass: 'Allow automatic merging',
  enforce_merge_checks: 'Enforce merge checks',
};

/** `require_approvals_to_merge 2 on main`: the name, its number, the branches. */
function ruleText(source: string): string {
  const [, name = '', value, refs] = /^(\S+)(?: (\d+))? on (.+)$/s.exec(source) ?? [];
  if (refs === undefined) return capitalized(spaced(source));
  const number = value === undefined ? '' : ` (${value})`;
  const text = Object.hasOwn(rules, name) ? rules[name] : capitalized(spaced(name));
  return `${text}${number} on ${refs}`;
}

function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
