import type { DataCenterInstance } from '../../bitbucket-data-center/instance.ts';
import {
  anyRef,
  type PlaceSettings,
  type RefMatcher,
  type RefRestriction,
} from '../../bitbucket-data-center/settings/records.ts';
import { readRef } from '../../git/read-ref.ts';
import { type Company, createCompany } from '../company.ts';
import { sampleKeys } from './sample-keys.ts';

type Restriction = Pick<RefRestriction, 'type' | 'matcher'> & Partial<RefRestriction>;

const main: RefMatcher = { type: 'BRANCH', id: 'refs/heads/main' };

/** The same company on servers of its own: settings of every kind, in the project and in two repositories. */
export function addDataCenterSettings(instance: DataCenterInstance): void {
  const company = createCompany(instance.bitbucket);
  const { robin, amara, soren, yuki } = company;
  const { groups } = instance.settings;
  groups.set('developers', [robin, amara, soren, yuki]);
  groups.set('release-managers', [amara]);
  groups.set('payments-team', [soren, yuki]);
  groups.set('contractors', []);
  addProject(instance, company);
  addCheckout(instance, company);
  addPayments(instance, company);
}

function addProject({ settings, project }: DataCenterInstance, { amara }: Company): void {
  const place = settings.ofProject(project.key);
  addRestrictions(settings.nextId, place, [
    { type: 'no-deletes', matcher: main },
    { type: 'fast-forward-only', matcher: { type: 'MODEL_CATEGORY', id: 'RELEASE' } },
  ]);
  place.groups.set('developers', 'WRITE');
  place.groups.set('contractors', 'READ');
  place.users.set(amara, 'ADMIN');
  place.defaultPermission = 'READ';
  place.jira = { key: 'CHK', name: 'Checkout', url: 'https://jira.acme.example/browse/CHK' };
  place.mergeConfig = { default: 'no-ff', enabled: ['no-ff', 'squash'] };
  place.mergeChecks = {
    requiredApprovers: 1,
    requiredSuccessfulBuilds: null,
    allApprovers: false,
    allTasksComplete: true,
    noChangesRequested: true,
    noForcePush: false,
  };
  place.autoMerge = true;
  place.autoDecline = 8;
  const id = settings.nextId;
  place.conditions.push({
    id: id(),
    source: anyRef,
    target: main,
    reviewers: [amara],
    requiredApprovals: 1,
  });
  place.keys.push({ id: id(), text: sampleKeys.project, label: 'deploy', permission: 'READ' });
  place.webhooks.push({
    id: id(),
    name: 'Audit trail',
    url: 'https://audit.acme.example/bitbucket',
    events: ['repo:refs_changed', 'pr:merged'],
    active: true,
    verifiesCertificates: true,
    hasSecret: true,
    username: null,
  });
}

function addCheckout(instance: DataCenterInstance, { soren, yuki }: Company): void {
  const { settings, bitbucket } = instance;
  const id = settings.nextId;
  const place = settings.ofRepository(bitbucket.findRepository('checkout-web')?.uuid ?? '');
  const build = { id: id(), text: sampleKeys.build, label: 'build', permission: 'WRITE' } as const;
  place.keys.push(build, {
    ...{ id: id(), text: sampleKeys.shared, label: 'mirror' },
    permission: 'READ',
  });
  addRestrictions(id, place, [
    { type: 'pull-request-only', matcher: main, groups: ['release-managers'] },
    { type: 'fast-forward-only', matcher: main },
    { type: 'read-only', matcher: { type: 'PATTERN', id: 'archive/*' }, accessKeys: [build] },
    { type: 'no-creates', matcher: { type: 'PATTERN', id: 'release/**' }, users: [yuki] },
  ]);
  place.users.set(yuki, 'ADMIN');
  place.groups.set('release-managers', 'WRITE');
  place.reviewerGroups.push({ id: id(), name: 'frontend', users: [soren, yuki] });
  place.mergeConfig = { default: 'squash', enabled: ['squash', 'no-ff', 'rebase-no-ff'] };
  place.mergeChecks = {
    requiredApprovers: 2,
    requiredSuccessfulBuilds: 1,
    allApprovers: false,
    allTasksComplete: true,
    noChangesRequested: true,
    noForcePush: true,
  };
  place.requiredBuilds.push({
    id: id(),
    buildKeys: ['ci/test'],
    branches: main,
    exempt: { type: 'PATTERN', id: 'docs/*' },
  });
  place.labels.push('web', 'checkout');
  place.webhooks.push({
    id: id(),
    name: 'Build server',
    url: 'https://ci.acme.example/bitbucket',
    events: ['repo:refs_changed', 'pr:opened', 'pr:from_ref_updated'],
    active: true,
    verifiesCertificates: false,
    hasSecret: false,
    username: 'ci',
  });
  const head = readRef(bitbucket.gitDirectory('checkout-web'), 'refs/heads/main');
  const name = { key: 'ci/test', name: 'Tests', state: 'SUCCESSFUL' } as const;
  if (head !== null) place.builds.set(head, [name]);
}

function addPayments({ settings, bitbucket }: DataCenterInstance, { amara, soren }: Company): void {
  const id = settings.nextId;
  const place = settings.ofRepository(bitbucket.findRepository('payments-service-new')?.uuid ?? '');
  addRestrictions(id, place, [
    { type: 'pull-request-only', matcher: { type: 'MODEL_BRANCH', id: 'development' } },
    { type: 'read-only', matcher: { type: 'MODEL_BRANCH', id: 'production' }, users: [amara] },
    { type: 'no-deletes', matcher: anyRef },
  ]);
  place.model = {
    development: null,
    production: 'refs/heads/production',
    types: [
      { id: 'FEATURE', prefix: 'feature/', enabled: true },
      { id: 'RELEASE', prefix: 'release/', enabled: true },
      { id: 'HOTFIX', prefix: 'hotfix/', enabled: false },
      { id: 'BUGFIX', prefix: 'bugfix/', enabled: true },
    ],
  };
  place.conditions.push({
    id: id(),
    source: { type: 'MODEL_CATEGORY', id: 'FEATURE' },
    target: { type: 'MODEL_BRANCH', id: 'development' },
    reviewers: [soren, amara],
    requiredApprovals: 1,
  });
  place.groups.set('payments-team', 'ADMIN');
  place.mergeConfig = { default: 'ff-only', enabled: ['ff-only'] };
  place.keys.push({ id: id(), text: sampleKeys.shared, label: 'mirror', permission: 'READ' });
}

function addRestrictions(
  nextId: () => number,
  { restrictions }: PlaceSettings,
  wanted: readonly Restriction[],
): void {
  for (const one of wanted) {
    restrictions.push({ id: nextId(), users: [], groups: [], accessKeys: [], ...one });
  }
}
