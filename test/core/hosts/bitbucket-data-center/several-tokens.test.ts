import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataCenterInstance } from '../../../../sandbox/bitbucket-data-center/instance.ts';
import { createBitbucketDataCenter } from '../../../../src/core/hosts/bitbucket-data-center/bitbucket-data-center.ts';
import { credentialTexts } from '../../../../src/core/ports/credentials/describe-credentials.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';

const workspace = 'ACME';

let sandbox: TestSandbox;
let instance: DataCenterInstance;
let services: TestServices;

beforeAll(async () => {
  sandbox = await openSandbox({ source: 'bitbucket-data-center' });
  if (sandbox.dataCenter === null) throw new Error('No Data Center');
  instance = sandbox.dataCenter;
  services = await createTestServices();
  await sandbox.bitbucket.addRepository({ slug: 'web' });
});

afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
});

function open(...given: readonly string[]): SourceHost {
  const tokens = given.map((token, index) => ({ variable: `SRC_TOKEN_${index + 1}`, token }));
  const { SRC_DATA_CENTER_URL: baseUrl = '' } = sandbox.environment;
  return createBitbucketDataCenter({
    access: { kind: 'bitbucket-data-center', token: given[0] ?? '', baseUrl, tokens },
    services,
    hideUser: () => {},
  });
}

describe('several tokens of a Data Center', () => {
  it('are checked each by itself, and said with whose they are', async () => {
    const source = open(instance.addToken(), instance.addToken({ kind: 'project' }));
    const account = await source.verifyCredentials({ workspace });
    expect(credentialTexts(account)).toEqual([
      'Reading with 2 Bitbucket credentials: SRC_TOKEN_1 and SRC_TOKEN_2',
      expect.stringMatching(/^Different accounts: SRC_TOKEN_1 of .+ and SRC_TOKEN_2 of .+/),
    ]);
  });

  it('are refused where one of them is, which is named', async () => {
    const error = await failureOf(
      open(instance.addToken(), 'BBDC-none').verifyCredentials({ workspace }),
    );
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('SRC_TOKEN_2');
    expect(error.message).not.toContain('SRC_TOKEN_1');
  });

  it('take turns where the server limits each account, and go on without one that is revoked', async () => {
    const [person, project] = [instance.addToken(), instance.addToken({ kind: 'project' })];
    const source = open(person, project);
    await source.verifyCredentials({ workspace });
    instance.rules.rateLimit = { capacity: 12, fillPerSecond: 0 };
    const waited = services.waits.length;
    for (let request = 0; request < 6; request += 1) {
      expect(await source.findRepository({ workspace, slug: 'web' })).not.toBeNull();
    }
    expect(services.waits.length).toBe(waited);
    instance.rules.rateLimit = null;
    instance.removeToken(person);
    // As a run does where Git is refused.
    await source.verifyCredentials({ workspace });
    const { credential, bearer } = source.gitAccess({ workspace, slug: 'web' });
    expect([credential?.password, bearer]).toEqual([project, project]);
  });
});
