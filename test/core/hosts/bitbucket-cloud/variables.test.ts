import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { readSourceCredentials } from '../../../../src/core/ports/credentials/source-credentials.ts';
import type { SecretSource } from '../../../../src/core/ports/secret-source.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { secretsOf } from './source.ts';

const web = { workspace: 'acme-workspace', slug: 'web' };

describe('variables of the sandbox', () => {
  let sandbox: TestSandbox;
  let services: TestServices;
  let secrets: SecretSource;
  beforeEach(async () => {
    sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
    services = await createTestServices();
    const { bitbucket, environment } = sandbox;
    for (const slug of ['web', 'plain']) await bitbucket.addRepository({ slug });
    for (let number = 1; number <= 230; number += 1) {
      bitbucket.addVariable({ repository: 'web' }, { key: `A_${number}`, value: 'x' });
      const live = { repository: 'web', environment: 'Live (EU)' };
      bitbucket.addVariable(live, { key: `B_${number}`, value: 'x', secured: false });
    }
    bitbucket.addVariable({}, { key: 'SHARED', value: 'x', secured: false });
    const access = readSourceCredentials(environment);
    if (!('variant' in access)) throw new Error('these are no credentials of Cloud');
    secrets = secretsOf(createBitbucketCloud({ access, services }));
  });
  afterEach(async () => {
    await services[Symbol.asyncDispose]();
    await sandbox.close();
  });

  const asked = () => sandbox.requests.map(({ path, query }) => `${path}?${query}`);
  const live = async () => {
    const all = await secrets.environments(web);
    const found = all.find(({ name }) => name === 'Live (EU)');
    if (found === undefined) throw new Error('no such environment');
    return found;
  };

  it('are read to the end where the host leaves next out', async () => {
    expect(await secrets.repository(web)).toHaveLength(230);
    expect(asked()).toHaveLength(3);
    for (const request of asked()) expect(decodeURIComponent(request)).toContain('values.key');
  });

  it('are read to the end where the host does not even say how many there are', async () => {
    sandbox.bitbucket.pipelines.manners.tellsSize = false;
    expect(await secrets.repository(web)).toHaveLength(230);
    expect(await secrets.deployment({ ...web, environment: await live() })).toHaveLength(230);
  });

  it('are read by next where the host gives it', async () => {
    sandbox.bitbucket.pipelines.manners.omitsNext = false;
    expect(await secrets.repository(web)).toHaveLength(230);
    expect(asked()).toHaveLength(3);
  });

  it('know whether they are secured', async () => {
    expect(await secrets.workspace(web)).toEqual([{ name: 'SHARED', isSecured: false }]);
    const [first] = await secrets.repository(web);
    expect(first).toEqual({ name: 'A_1', isSecured: true });
  });

  it('are none where Pipelines was never switched on', async () => {
    const plain = { ...web, slug: 'plain' };
    expect(await secrets.repository(plain)).toEqual([]);
    expect(await secrets.environments(plain)).toEqual([]);
    const environment = { id: '{0}', name: 'gone' };
    expect(await secrets.deployment({ ...plain, environment })).toEqual([]);
  });

  it('are refused to those who are no administrators, with the scope that is needed', async () => {
    sandbox.bitbucket.pipelines.notAdministered.add('web');
    const error = await failureOf(secrets.repository(web));
    expect(error).toMatchObject({ code: 'permission', status: 403 });
    expect(error.hint).toContain('read:pipeline:bitbucket');
  });
});
