import { refsText, roleWords, ruleLabels } from '../../ports/records/target-settings.ts';
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

/** A setting on GitHub as people say it: a role by its name on GitHub's pages. Pure. */
export function targetText({
  kind,
  target,
}: {
  kind?: string | undefined;
  target: string;
}): string {
  if (kind === 'branch-rule' || kind === 'merge-check')
    return capitalized(target.split('; ').map(targetRulesText).join('; '));
  if (kind !== 'access') return capitalized(target);
  return target.replace(/^(\w+) for (team |user |)/s, (all, role: string, actor: string) => {
    return isKey(roleWords, role) ? `${roleWords[role].name} access for ${actor}` : all;
  });
}

/** `creation, deletion on ~DEFAULT_BRANCH`, with the labels of GitHub's pages. */
function targetRulesText(text: string): string {
  const [, names = '', refs] = /^([a-z_]+(?:, [a-z_]+)*) on (.+)$/s.exec(text) ?? [];
  if (refs === undefined) return text;
  const labels = names
    .split(', ')
    .map((name) => (isKey(ruleLabels, name) ? ruleLabels[name] : spaced(name)));
  return `${labels.join(', ')} on ${refsText(refs)}`;
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

/** The same for a restriction of which only its name is known; other texts stay as they are. Pure. */
export function restrictionText(name: string): string {
  const [word = ''] = name.split(' ', 1);
  return Object.hasOwn(rules, word) ? ruleText(name) : name;
}

/** `require_approvals_to_merge 2 on main`: the name, its number, the branches. */
function ruleText(source: string): string {
  const [, name = '', value, refs] = /^(\S+)(?: (\d+))? on (.+)$/s.exec(source) ?? [];
  if (refs === undefined) return capitalized(spaced(source));
  const number = value === undefined ? '' : ` (${value})`;
  const text = Object.hasOwn(rules, name) ? rules[name] : capitalized(spaced(name));
  return `${text}${number} on ${refs}`;
}

function isKey<Words extends object>(words: Words, name: string): name is keyof Words & string {
  return Object.hasOwn(words, name);
}

function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
