import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { createGitHub } from '../../src/core/hosts/github/github.ts';
import { licensing } from '../../src/core/license/issue/issue-license.ts';
import { readTargetCredentials } from '../../src/core/ports/credentials/target-credentials.ts';
import { createTestServices } from '../core/network/support/client.ts';
import { createVirtualClock, type VirtualClock } from '../core/network/support/virtual-clock.ts';

let folder: string;
let clock: VirtualClock;
let sandbox: Sandbox;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  clock = createVirtualClock();
  sandbox = await startSandbox({
    folder,
    licensing,
    workspace: 'empty',
    gitEnvironmentPath: process.env.PATH ?? '',
    limits: { github: { writeIntervalMs: 1000, secondaryRetryAfter: 60 } },
    now: clock.now,
  });
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Writes several, each as soon as it may; how long that took, and how often the host refused. */
async function write(environment: Readonly<Record<string, string>>) {
  await using services = await createTestServices({ clock });
  const access = readTargetCredentials({ ...sandbox.environment, ...environment });
  const target = createGitHub({ access, services });
  const repository = { owner: sandbox.organization, name: 'app' };
  const { github } = sandbox;
  const owner = github.findAccount(sandbox.organization) ?? github.user;
  github.createRepository({ owner, creator: github.user, name: 'app' });
  const begun = clock.now();
  const topics = ['one', 'two', 'three', 'four', 'five'];
  for (const topic of topics) await target.setTopics({ ...repository, topics: [topic] });
  const refused = sandbox.requests.filter(({ status }) => status === 403).length;
  return { milliseconds: clock.now() - begun, refused, waits: services.waits };
}

describe('writes to a GitHub that wants a second between them', () => {
  it('are that far apart, and no wait is shown', async () => {
    const { milliseconds, refused, waits } = await write({ DST_WRITE_INTERVAL: '1' });
    expect(refused).toBe(0);
    expect(waits).toEqual([]);
    expect(milliseconds).toBeGreaterThanOrEqual(4000);
    expect(milliseconds).toBeLessThan(10_000);
  });

  it('are refused where they come closer', async () => {
    expect((await write({ DST_WRITE_INTERVAL: '0' })).refused).toBeGreaterThan(0);
  });

  it('come as close as they like on loopback, unless told otherwise', async () => {
    expect((await write({})).refused).toBeGreaterThan(0);
  });
});

describe('the interval between writes', () => {
  const interval = (variables: Readonly<Record<string, string>>) =>
    readTargetCredentials({ DST_TOKEN: 'token', ...variables }).writeInterval;

  it('is that of the edition where nobody says otherwise, and none on loopback', () => {
    expect(interval({})).toBeUndefined();
    expect(interval({ DST_ENTERPRISE_URL: 'https://acme.ghe.com' })).toBeUndefined();
    const loopback = 'http://127.0.0.1:8080';
    expect(interval({ DST_API_URL: loopback, DST_GIT_URL: loopback })).toBe(0);
    expect(interval({ DST_WRITE_INTERVAL: '0.5' })).toBe(500);
  });

  it.each(['-1', 'x', '61', '1s'])('is not %j', (DST_WRITE_INTERVAL) => {
    expect(() => interval({ DST_WRITE_INTERVAL })).toThrow('not a number of seconds');
  });
});
