import type { BitbucketPerson } from '../../../sandbox/bitbucket/accounts/people.ts';
import type { DataCenterInstance } from '../../../sandbox/bitbucket-data-center/instance.ts';
import {
  anyRef,
  type PlaceSettings,
  restrictionTypes,
} from '../../../sandbox/bitbucket-data-center/settings/records.ts';
import { makeRepository, openGitClient } from '../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../sandbox/helpers/sandbox.ts';

/** An embedded Data Center whose project `ACME` and repository `web` have every setting. */
export interface FilledDataCenter {
  readonly sandbox: TestSandbox;
  readonly instance: DataCenterInstance;
  /** The one commit of the repository, which was built. */
  readonly commit: string;
}

export async function openFilledDataCenter(): Promise<FilledDataCenter> {
  const sandbox = await openSandbox({ source: 'bitbucket-data-center' });
  if (sandbox.dataCenter === null) throw new Error('No Data Center');
  const instance = sandbox.dataCenter;
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
  const commit = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  const { uuid } = await sandbox.bitbucket.addRepository({ slug: 'web', from });
  const { settings, bitbucket } = instance;
  const jane = bitbucket.addPerson({ name: 'Jane Roe' });
  settings.groups.set('developers', [jane]);
  const own = settings.ofRepository(uuid);
  const above = settings.ofProject('ACME');
  for (const place of [own, above]) fill(place, { settings, jane });
  own.requiredBuilds.push({
    id: settings.nextId(),
    buildKeys: ['ci/build'],
    branches: { type: 'BRANCH', id: 'refs/heads/main' },
    exempt: { type: 'PATTERN', id: 'docs/*' },
  });
  own.labels.push('web');
  own.builds.set(commit, [{ key: 'ci/build', name: 'Build', state: 'SUCCESSFUL' }]);
  above.defaultPermission = 'READ';
  above.jira = { key: 'CHK', name: 'Checkout', url: 'https://jira.acme.example/browse/CHK' };
  return { sandbox, instance, commit };
}

function fill(
  place: PlaceSettings,
  { settings, jane }: { settings: DataCenterInstance['settings']; jane: BitbucketPerson },
): void {
  const id = () => settings.nextId();
  const key = {
    id: id(),
    text: 'ssh-ed25519 AAAAC3 ci',
    label: 'ci',
    permission: 'WRITE',
  } as const;
  place.keys.push(key);
  for (const type of restrictionTypes) {
    place.restrictions.push({
      id: id(),
      type,
      matcher: { type: 'MODEL_CATEGORY', id: 'RELEASE' },
      users: [jane],
      groups: ['developers'],
      accessKeys: [key],
    });
  }
  place.conditions.push({
    id: id(),
    source: anyRef,
    target: { type: 'BRANCH', id: 'refs/heads/main' },
    reviewers: [jane],
    requiredApprovals: 1,
  });
  place.reviewerGroups.push({ id: id(), name: 'architects', users: [jane] });
  place.users.set(jane, 'WRITE');
  place.groups.set('developers', 'ADMIN');
  place.webhooks.push({
    id: id(),
    name: 'CI',
    url: 'https://ci.example/hook',
    events: ['repo:refs_changed', 'pr:opened'],
    active: true,
    verifiesCertificates: true,
    hasSecret: true,
    username: 'ci',
  });
  place.mergeConfig = { default: 'squash', enabled: ['squash', 'no-ff'] };
  place.mergeChecks = {
    requiredApprovers: 2,
    requiredSuccessfulBuilds: 1,
    allApprovers: false,
    allTasksComplete: true,
    noChangesRequested: true,
    noForcePush: false,
  };
  place.autoMerge = true;
  place.autoDecline = 8;
}
