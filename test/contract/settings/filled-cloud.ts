import { restrictionKinds } from '../../../sandbox/bitbucket/settings/records.ts';
import { makeRepository, openGitClient } from '../../sandbox/helpers/git.ts';
import { openSandbox, type TestSandbox } from '../../sandbox/helpers/sandbox.ts';

/** An embedded Bitbucket Cloud whose project `SHOP` and repository `web` have every setting. */
export interface FilledCloud {
  readonly sandbox: TestSandbox;
  /** The one commit of the repository, which was built. */
  readonly commit: string;
}

export async function openFilledCloud(): Promise<FilledCloud> {
  const sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
  await using client = await openGitClient(null);
  const from = await makeRepository(client, 'web', { 'a.txt': 'one\n' });
  const commit = await client.must(['rev-parse', 'HEAD'], { cwd: from });
  const { bitbucket } = sandbox;
  const shop = { key: 'SHOP', name: 'Shop' };
  const { uuid } = await bitbucket.addRepository({ slug: 'web', from, project: shop });
  const jane = bitbucket.addPerson({ name: 'Jane Roe' });
  const { settings } = bitbucket;
  const developers = settings.addGroup({ name: 'Core Developers', members: [jane] });
  for (const kind of restrictionKinds) {
    const hasExceptions = kind === 'push' || kind === 'restrict_merges';
    settings.addRestriction(uuid, {
      kind,
      match: { pattern: 'release/*' },
      value: kind.startsWith('require_approvals') ? 2 : null,
      users: hasExceptions ? [jane] : [],
      groups: hasExceptions ? [developers] : [],
    });
  }
  settings.addRestriction(uuid, { kind: 'push', match: { branchType: 'development' } });
  const own = settings.ofRepository(uuid);
  const above = settings.ofProject('SHOP');
  for (const place of [own, above]) {
    place.users.set(jane, 'write');
    place.groups.set(developers, 'admin');
    place.defaultReviewers.push(place === own ? jane : bitbucket.user);
    settings.addKey(place, { key: 'ssh-ed25519 AAAAC3', label: 'deploy', comment: 'ci@acme' });
  }
  own.branchingModel = {
    development: 'main',
    production: null,
    types: [
      { kind: 'feature', prefix: 'feature/', enabled: true },
      { kind: 'hotfix', prefix: 'hotfix/', enabled: false },
    ],
  };
  for (const hooks of [own.hooks, settings.workspaceHooks]) {
    settings.addHook(hooks, { url: 'https://ci.example/hook', events: ['repo:push'] });
  }
  own.statuses.set(commit, [
    { key: 'ci/build', name: 'Build', state: 'SUCCESSFUL', branch: 'main' },
  ]);
  bitbucket.addPullRequest('web', { source: { branch: 'main', commit } });
  return { sandbox, commit };
}
