import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { findPlannedSources } from '../../../../src/core/run/preflight/find-planned-sources.ts';
import type { Preflight } from '../../../../src/core/run/preflight/preflight-questions.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';

const workspace = 'acme-workspace';

describe('the access token of a single repository', () => {
  let sandbox: TestSandbox;
  let services: TestServices;
  let source: SourceHost;

  beforeAll(async () => {
    sandbox = await openSandbox({ limits: { bitbucket: 'none' } });
    services = await createTestServices();
    const { bitbucket, environment } = sandbox;
    const project = { key: 'WEB', name: 'Web' };
    await bitbucket.addRepository({ slug: 'app', project });
    await bitbucket.addRepository({ slug: 'other', project });
    const token = bitbucket.credentials.addAccessToken({ repository: 'app' });
    const { SRC_API_URL, SRC_GIT_URL } = environment;
    const access = readCloudCredentials({ SRC_API_URL, SRC_GIT_URL, SRC_ACCESS_TOKEN: token });
    source = createBitbucketCloud({ access, services });
  });

  afterAll(async () => {
    await services[Symbol.asyncDispose]();
    await sandbox.close();
  });

  it('is taken where a project is named, and lists what it opens of it', async () => {
    const account = await source.verifyCredentials({ workspace, project: 'WEB' });
    expect(account.scopes).toContain('repository');
    const found: string[] = [];
    for await (const page of source.listRepositories({ workspace, project: 'WEB' })) {
      found.push(...page.repositories.map(({ slug }) => slug));
    }
    expect(found).toEqual(['app']);
  });

  it('is taken where a plan names its repository among others that it does not open', async () => {
    const repositories = ['gone', 'other', 'app'];
    await expect(source.verifyCredentials({ workspace, repositories })).resolves.toMatchObject({
      username: null,
    });
  });

  it('finds what is planned one by one, however much that is', async () => {
    const slugs = ['app', ...Array.from({ length: 12 }, (_, index) => `closed-${index}`)];
    const { found, problems } = await findPlannedSources({
      workspace,
      signal: new AbortController().signal,
      repositories: slugs.map((slug) => ({ source: slug, target: slug, visibility: 'private' })),
      services: { source },
    } as unknown as Preflight);
    expect([...found.keys()]).toEqual(['app']);
    expect(problems).toHaveLength(12);
  });

  it('is refused where nothing says what it is for, with what would', async () => {
    const error = await failureOf(source.verifyCredentials({ workspace }));
    expect(error).toMatchObject({ code: 'permission', status: 403 });
    expect(error.hint).toContain('--project <key>');
    expect(error.hint).toContain('a plan');
    const closed = source.verifyCredentials({ workspace, repositories: ['other'] });
    expect(await failureOf(closed)).toMatchObject({ code: 'permission' });
  });
});
