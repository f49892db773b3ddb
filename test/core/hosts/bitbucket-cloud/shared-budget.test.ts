import { describe, expect, it } from 'vitest';
import { createBitbucketCloud } from '../../../../src/core/hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { createGitHub } from '../../../../src/core/hosts/github/github.ts';
import { readTargetCredentials } from '../../../../src/core/ports/credentials/target-credentials.ts';
import { readCloudCredentials } from '../../../helpers/secrets/cloud-access.ts';
import { createTestServices } from '../../network/support/client.ts';
import { type Script, startScriptedServer } from '../../network/support/scripted-server.ts';

/** A host on which the account's budget has one request left after each credential was checked. */
function lastRequestOf(account: object): Script {
  const reset = String(Date.UTC(2026, 10, 20, 12, 30) / 1000);
  const headers = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset };
  return () => ({ headers, body: account });
}

describe('two credentials of one account', () => {
  it('share one budget on GitHub once both were checked, and those of two accounts do not', async () => {
    await using server = await startScriptedServer(lastRequestOf({ id: 7, login: 'jane' }));
    await using other = await startScriptedServer(lastRequestOf({ id: 8, login: 'joe' }));
    await using services = await createTestServices();
    const targetOf = (token: string, { origin } = server) => {
      const addresses = { DST_API_URL: origin, DST_GIT_URL: origin };
      const access = readTargetCredentials({ DST_TOKEN: token, ...addresses });
      return createGitHub({ access, services });
    };
    const [one, two] = [targetOf('ghp_one'), targetOf('ghp_two')];
    await one.verifyCredentials();
    await two.verifyCredentials();
    expect(services.waits).toEqual([]);
    await targetOf('ghp_one', other).verifyCredentials();
    await one.verifyCredentials();
    expect(services.waits).toEqual([]);
    await two.verifyCredentials();
    expect(services.waits).toMatchObject([
      { host: server.host, reason: 'hourly request limit reached' },
    ]);
  });

  it('share one budget on Bitbucket', async () => {
    await using server = await startScriptedServer(
      lastRequestOf({ uuid: '{4b85b785}', username: 'jane', display_name: 'Jane' }),
    );
    await using services = await createTestServices();
    const [one, two] = ['first', 'second'].map((token) => {
      const addresses = { SRC_API_URL: server.origin, SRC_GIT_URL: server.origin };
      const variables = { SRC_USERNAME: 'jane@example.com', SRC_API_TOKEN: token, ...addresses };
      return createBitbucketCloud({ access: readCloudCredentials(variables), services });
    });
    const check = { workspace: 'acme' };
    await one?.verifyCredentials(check);
    await two?.verifyCredentials(check);
    await one?.verifyCredentials(check);
    expect(services.waits).toEqual([]);
    await two?.verifyCredentials(check);
    expect(services.waits).toHaveLength(1);
  });
});
