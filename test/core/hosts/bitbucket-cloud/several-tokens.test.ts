import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { credentialTexts } from '../../../../src/core/ports/credentials/describe-credentials.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';

const workspace = 'acme-workspace';
const repositories = ['app', 'other'];

let sandbox: TestSandbox;
let services: TestServices;

beforeAll(async () => {
  const bitbucket = { repositoriesPerHour: 12, anonymousPerHour: 60, gitPerHour: null };
  sandbox = await openSandbox({ limits: { bitbucket } });
  services = await createTestServices();
  for (const slug of repositories) await sandbox.bitbucket.addRepository({ slug });
});

afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

function open(...tokens: readonly string[]): SourceHost {
  const { SRC_API_URL, SRC_GIT_URL } = sandbox.environment;
  const numbered = tokens.map((token, index) => [`SRC_ACCESS_TOKEN_${index + 1}`, token]);
  const access = readCloudCredentials({
    ...{ SRC_API_URL, SRC_GIT_URL },
    ...Object.fromEntries(numbered),
  });
  return createBitbucketCloud({ access, services });
}

const add = (reach: { repository?: string; scopes?: readonly string[] } = {}) =>
  sandbox.bitbucket.credentials.addAccessToken(reach);

describe('several access tokens of Bitbucket Cloud', () => {
  it('read as often as all their allowances together, without a wait', async () => {
    const source = open(add(), add(), add());
    await source.verifyCredentials({ workspace });
    const before = services.waits.length;
    for (let request = 0; request < 33; request += 1) {
      expect(await source.findRepository({ workspace, slug: 'app' })).not.toBeNull();
    }
    expect(services.waits.length).toBe(before);
  });

  it('are checked each by itself, and said with what sets them apart', async () => {
    const scopes = ['repository', 'pullrequest'];
    const source = open(add({ repository: 'other', scopes }), add({ scopes: ['repository'] }));
    const account = await source.verifyCredentials({ workspace, repositories });
    expect(credentialTexts(account)).toEqual([
      'Reading with 2 Bitbucket credentials: SRC_ACCESS_TOKEN_1 and SRC_ACCESS_TOKEN_2',
      'SRC_ACCESS_TOKEN_1 reads only part of what SRC_ACCESS_TOKEN_2 can read: used only for that part',
      'SRC_ACCESS_TOKEN_2 lacks scopes that the others have: pullrequest',
    ]);
  });

  it('are refused where one of them is, which is named without its value', async () => {
    const source = open(add(), 'ATCTT-nobody', add());
    const error = await failureOf(source.verifyCredentials({ workspace, repositories }));
    expect(error).toMatchObject({
      code: 'credentials',
      message: expect.stringContaining('rejected SRC_ACCESS_TOKEN_2 (GET'),
    });
    expect(JSON.stringify([error.message, error.hint, services.logged])).not.toContain('nobody');
  });

  it('open each its own repository, for REST and for Git, and list with the one that lists all', async () => {
    const [app, whole] = [add({ repository: 'app' }), add()];
    const source = open(app, whole);
    await source.verifyCredentials({ workspace, repositories });
    const slugs: string[] = [];
    for await (const page of source.listRepositories({ workspace })) {
      slugs.push(...page.repositories.map(({ slug }) => slug));
    }
    expect(slugs.sort()).toEqual(repositories);
    for (const slug of repositories) {
      expect((await source.findRepository({ workspace, slug }))?.slug).toBe(slug);
    }
    const other = source.gitAccess({ workspace, slug: 'other' });
    expect(other.credential).toEqual({ username: 'x-token-auth', password: whole });
  });

  it('go on without one that is revoked meanwhile, and end once none is left', async () => {
    const [first, second] = [add(), add()];
    const source = open(first, second);
    await source.verifyCredentials({ workspace });
    sandbox.bitbucket.credentials.remove(first);
    const logged = services.logged.length;
    for (let round = 0; round < 3; round += 1) {
      await source.findRepository({ workspace, slug: 'app' });
    }
    const warnings = services.logged.slice(logged).filter((line) => line.includes('"warn"'));
    expect(warnings).toEqual([expect.stringContaining('rejected SRC_ACCESS_TOKEN_1, revoked')]);
    expect(source.gitAccess({ workspace, slug: 'app' }).credential?.password).toBe(second);
    await source.verifyCredentials({ workspace });
    sandbox.bitbucket.credentials.remove(second);
    const gone = await failureOf(source.findRepository({ workspace, slug: 'app' }));
    expect(gone.code).toBe('credentials');
    const ended = await failureOf(source.verifyCredentials({ workspace }));
    expect(ended.code).toBe('credentials');
  });
});
