import { describe, expect, it } from 'vitest';
import { settingText, targetText } from '../../../src/core/report/lines/setting-text.ts';
import { outcomeText } from '../../../src/core/settings/applying/outcome-text.ts';

describe('settingText', () => {
  it.each([
    ['merge-check', 'require_approvals_to_merge 2 on main', 'Require approvals (2) on main'],
    ['branch-rule', 'restrict_merges on release/*', 'Limit who can merge on release/*'],
    ['merge-check', 'a_new_check 3 on main', 'A new check (3) on main'],
    ['access', 'admin for Ann Park', 'Admin access for Ann Park'],
    ['access', 'workspace owner Ann', 'Workspace owner Ann'],
    ['access-key', 'deploy (read)', 'Access key deploy (read)'],
    ['merge-strategies', 'merge_commit, squash', 'Merge strategies: merge commit, squash'],
    ['autolink', 'Jira project CHK', 'Links to Jira project CHK'],
    ['labels', '2 labels: a, b', '2 labels: a, b'],
  ] as const)('says %s "%s" in words', (kind, source, text) => {
    expect(settingText({ kind, source })).toBe(text);
  });
});

describe('targetText', () => {
  it.each([
    ['access', 'push for team core', 'Write access for team core'],
    ['access', 'pull for user ann', 'Read access for user ann'],
    ['access', 'Custom role for team core', 'Custom role for team core'],
    ['webhook', 'inactive: push', 'Inactive: push'],
    [
      'branch-rule',
      'pull_request, creation, deletion, non_fast_forward on refs/heads/main, refs/heads/v*',
      'Require a pull request before merging, restrict creations, restrict deletions, block force pushes on main, v*',
    ],
    [
      'merge-check',
      'required_status_checks on ~DEFAULT_BRANCH; update on ~ALL',
      'Require status checks to pass on the default branch; restrict updates on all names',
    ],
    ['merge-check', 'squash merging', 'Squash merging'],
  ] as const)('says %s "%s" in words', (kind, target, text) => {
    expect(targetText({ kind, target })).toBe(text);
  });
});

describe('outcomeText', () => {
  it('names the default branch in words', () => {
    const name = 'bitbucket: ~DEFAULT_BRANCH (2)';
    expect(outcomeText({ kind: 'ruleset', name })).toBe(
      'Ruleset bitbucket: the default branch (2)',
    );
  });
});
