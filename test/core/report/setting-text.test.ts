import { describe, expect, it } from 'vitest';
import { settingText } from '../../../src/core/report/lines/setting-text.ts';

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
