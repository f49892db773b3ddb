import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GithubAccount } from '../../../../../sandbox/github/accounts/account.ts';
import { importerRules } from '../../../../../sandbox/github/importer/importer-rules.ts';
import { openSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices } from '../../../network/support/client.ts';
import { targetOf } from '../sandbox-target.ts';
import { type ImporterPlace, openImporter } from './importer-place.ts';

let place: ImporterPlace;
let acme: GithubAccount;

beforeAll(async () => {
  place = await openImporter();
  const found = place.sandbox.github.findAccount('acme');
  if (found === null) throw new Error('No organization');
  acme = found;
});
beforeEach(() => {
  Object.assign(place.rules, importerRules);
  Object.assign(acme, { plan: 'team', singleSignOn: null });
  setRole('admin');
});
afterAll(() => place[Symbol.asyncDispose]());

function setRole(role: 'admin' | 'member'): void {
  place.sandbox.github.setMembership('acme', 'robin-keller', { role, state: 'active' });
}

async function createSource() {
  const organization = await place.organization();
  const url = 'https://bitbucket.org';
  const named = { organization, name: 'Bitbucket', url, format: 'github' } as const;
  return { organization, ...(await place.importer.createSource(named)) };
}

describe('an import is refused', () => {
  it('where the repository exists', async () => {
    await place.run({ write: place.plain }, { repository: 'twice' });
    const again = place.run({ write: place.plain }, { repository: 'twice' });
    await expect(again).rejects.toMatchObject({ code: 'target-exists' });
  });

  it.each([
    ['a plan without imports', 'permission', { plan: 'free' }],
    ['single sign-on', 'permission', { singleSignOn: new Set() }],
  ] as const)('by %s', async (_, code, change) => {
    Object.assign(acme, change);
    await expect(createSource()).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  it('while the importer is down', async () => {
    place.rules.isAvailable = false;
    await expect(createSource()).rejects.toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it('to a member without the role, until an owner grants it', async () => {
    place.sandbox.github.addUser({ login: 'jane' });
    place.sandbox.github.setMembership('acme', 'jane', { role: 'admin', state: 'active' });
    setRole('member');
    await expect(createSource()).rejects.toMatchObject({
      code: 'permission',
      message: expect.stringMatching(/role missing$/),
    });
    setRole('admin');
    const organization = await place.organization();
    const role = { organization, actor: 'robin-keller', kind: 'user' } as const;
    await place.importer.setImporterRole({ ...role, isGranted: true });
    setRole('member');
    expect((await createSource()).id).toMatch(/^MS_/);
    setRole('admin');
    await place.importer.setImporterRole({ ...role, isGranted: false });
    setRole('member');
    await expect(createSource()).rejects.toMatchObject({ code: 'permission' });
  });

  it('to a name that GitHub would change, and to a visibility that the plan lacks', async () => {
    const wrong = place.run({ write: place.plain }, { repository: 'my shop' });
    await expect(wrong).rejects.toMatchObject({ detail: expect.stringContaining('not valid') });
    const hidden = place.run({ write: place.plain }, { visibility: 'internal', repository: 'in' });
    await expect(hidden).rejects.toMatchObject({ detail: expect.stringContaining('internal') });
  });

  it('of an archive that has another format than its source', async () => {
    const ended = await place.run(
      { write: place.plain },
      { format: 'bitbucket-server', repository: 'other' },
    );
    expect(ended.state).toMatchObject({
      ...{ kind: 'failed', reason: 'The archive is no BITBUCKET_SERVER' },
    });
  });

  it('before it starts on an Enterprise Server, which has no importer', async () => {
    await using sandbox = await openSandbox({ target: 'enterprise-server' });
    await using services = await createTestServices();
    expect(targetOf(sandbox, services).importer).toBeNull();
  });

  it('into an organization that is not there', async () => {
    await expect(place.importer.findOrganization({ login: 'nobody' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
