import type { BitbucketHost } from '../../bitbucket/host.ts';
import type { BitbucketGroup, BranchRestriction } from '../../bitbucket/settings/records.ts';
import { readRef } from '../../git/read-ref.ts';
import type { Company } from '../company.ts';
import { sampleKeys } from './sample-keys.ts';

type Restriction = Pick<BranchRestriction, 'kind' | 'match'> & Partial<BranchRestriction>;

/** Settings of every kind, in the workspace, its projects and a few repositories; the rest has what it inherits. */
export function addCloudSettings(bitbucket: BitbucketHost, company: Company): void {
  const groups = addGroups(bitbucket, company);
  const { settings } = bitbucket;
  settings.addHook(settings.workspaceHooks, {
    url: 'https://audit.acme.example/bitbucket',
    description: 'Audit trail',
    events: ['repo:push', 'repo:created', 'repo:deleted'],
    hasSecret: true,
  });
  addProjects(bitbucket, company, groups);
  addCheckout(bitbucket, company, groups);
  addPayments(bitbucket, company, groups);
}

function addGroups({ settings }: BitbucketHost, { robin, amara, soren, yuki }: Company) {
  return {
    developers: settings.addGroup({ name: 'Developers', members: [robin, amara, soren, yuki] }),
    releases: settings.addGroup({ name: 'Release Managers', members: [amara] }),
    payments: settings.addGroup({ name: 'Payments Team', members: [soren, yuki] }),
    administrators: settings.addGroup({ name: 'Administrators', members: [robin] }),
    // Nobody is left in it.
    contractors: settings.addGroup({ name: 'Contractors' }),
  };
}

type Groups = Readonly<
  Record<'developers' | 'releases' | 'payments' | 'administrators' | 'contractors', BitbucketGroup>
>;

function addProjects({ settings }: BitbucketHost, company: Company, groups: Groups): void {
  const shop = settings.ofProject('SHOP');
  shop.groups.set(groups.developers, 'write');
  shop.groups.set(groups.administrators, 'admin');
  shop.groups.set(groups.contractors, 'read');
  shop.defaultReviewers.push(company.amara);
  settings.addKey(shop, { key: sampleKeys.project, label: 'shop-deploy', comment: 'deploy@shop' });
  const pay = settings.ofProject('PAY');
  pay.groups.set(groups.payments, 'create-repo');
  pay.users.set(company.amara, 'admin');
  pay.branchingModel = {
    development: null,
    production: 'production',
    types: [
      { kind: 'feature', prefix: 'feature/', enabled: true },
      { kind: 'bugfix', prefix: 'bugfix/', enabled: true },
      { kind: 'release', prefix: 'release/', enabled: true },
      { kind: 'hotfix', prefix: 'hotfix/', enabled: false },
    ],
  };
  for (const key of ['DATA', 'DEV', 'PLAT']) {
    settings.ofProject(key).groups.set(groups.developers, 'write');
  }
}

/** A repository with patterns, whose checks are enforced. */
function addCheckout(bitbucket: BitbucketHost, company: Company, groups: Groups): void {
  const { settings } = bitbucket;
  const main = { pattern: 'main' };
  const place = addRestrictions(bitbucket, 'checkout-web', [
    { kind: 'push', match: main, groups: [groups.releases] },
    { kind: 'restrict_merges', match: main, groups: [groups.developers], users: [company.ines] },
    { kind: 'force', match: main },
    { kind: 'delete', match: main },
    { kind: 'delete', match: { pattern: 'release/*' } },
    { kind: 'force', match: { pattern: 'release/**' } },
    { kind: 'require_approvals_to_merge', match: main, value: 2 },
    { kind: 'require_passing_builds_to_merge', match: main, value: 1 },
    { kind: 'require_tasks_to_be_completed', match: main },
    { kind: 'require_no_changes_requested', match: main },
    { kind: 'reset_pullrequest_approvals_on_change', match: main },
    { kind: 'reset_pullrequest_changes_requested_on_change', match: main },
    { kind: 'enforce_merge_checks', match: main },
  ]);
  place.defaultReviewers.push(company.soren, company.yuki);
  place.users.set(company.yuki, 'admin');
  place.users.set(company.ines, 'read');
  place.groups.set(groups.releases, 'write');
  place.mergeStrategies = ['squash', 'merge_commit'];
  place.defaultMergeStrategy = 'squash';
  settings.addKey(place, { key: sampleKeys.build, label: 'build server', comment: 'ci@acme' });
  settings.addKey(place, { key: sampleKeys.shared, label: 'mirror', comment: '' });
  settings.addHook(place.hooks, {
    url: 'https://ci.acme.example/bitbucket',
    description: 'Build server',
    events: ['repo:push', 'pullrequest:created', 'pullrequest:updated', 'pullrequest:fulfilled'],
    hasSecret: true,
  });
  settings.addHook(place.hooks, {
    url: 'https://chat.acme.example/hooks/checkout',
    description: 'Chat',
    events: ['pullrequest:comment_created', 'repo:commit_status_updated'],
    active: false,
    skipsCertificateCheck: true,
  });
  const head = readRef(bitbucket.gitDirectory('checkout-web'), 'refs/heads/main');
  if (head === null) return;
  place.statuses.set(head, [
    { key: 'ci/test', name: 'Tests', state: 'SUCCESSFUL', branch: 'main' },
    { key: 'ci/lint', name: 'Lint', state: 'SUCCESSFUL', branch: 'main' },
  ]);
}

/** A repository with a branching model, whose checks are warnings alone. */
function addPayments(bitbucket: BitbucketHost, company: Company, groups: Groups): void {
  const { settings } = bitbucket;
  const development = { branchType: 'development' } as const;
  const place = addRestrictions(bitbucket, 'payments-service-new', [
    { kind: 'push', match: development, users: [company.amara], groups: [groups.releases] },
    { kind: 'force', match: development },
    { kind: 'delete', match: { branchType: 'release' } },
    { kind: 'push', match: { branchType: 'production' } },
    { kind: 'require_default_reviewer_approvals_to_merge', match: development, value: 1 },
    { kind: 'require_review_group_approvals_to_merge', match: development, value: 1 },
    { kind: 'require_all_comments_resolved', match: development },
    { kind: 'require_commits_behind', match: development, value: 5 },
    { kind: 'require_all_dependencies_merged', match: development },
    { kind: 'smart_reset_pullrequest_approvals', match: development },
    { kind: 'allow_auto_merge_when_builds_pass', match: development },
  ]);
  place.defaultReviewers.push(company.soren);
  place.groups.set(groups.payments, 'admin');
  place.mergeStrategies = ['fast_forward'];
  place.defaultMergeStrategy = 'fast_forward';
  // The same as elsewhere: Bitbucket takes a key as often as it is wanted.
  settings.addKey(place, { key: sampleKeys.shared, label: 'mirror', comment: '' });
  settings.addHook(place.hooks, {
    url: 'https://pager.acme.example/payments',
    description: 'On call',
    events: ['repo:push'],
  });
}

function addRestrictions(
  { settings, findRepository }: BitbucketHost,
  slug: string,
  restrictions: readonly Restriction[],
) {
  const uuid = findRepository(slug)?.uuid ?? '';
  for (const one of restrictions) settings.addRestriction(uuid, one);
  return settings.ofRepository(uuid);
}
