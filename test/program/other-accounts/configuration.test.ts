import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openElsewhere } from '../../faults/inputs/between.ts';
import { openWorkplace } from '../../helpers/program/workplace.ts';

const none = {
  ...{ SRC_API_URL: undefined, SRC_GIT_URL: undefined },
  ...{ DST_API_URL: undefined, DST_GIT_URL: undefined },
  ...{ MIGRATOR_LICENSE_SERVICE_URL: undefined, PGPASSWORD: 'secret-of-the-database' },
};
const migrate = ['migrate', '--plan', 'plan.json', '--dry-run'];

describe('a migrator.yaml that lies in the current folder', () => {
  it.each([
    ['source.api_url', (url: string) => `source:\n  api_url: ${url}\n  git_url: ${url}\n`, migrate],
    ['source.data_center_url', (url: string) => `source:\n  data_center_url: ${url}\n`, migrate],
    ['target.api_url', (url: string) => `target:\n  api_url: ${url}\n  git_url: ${url}\n`, migrate],
    ['target.enterprise_url', (url: string) => `target:\n  enterprise_url: ${url}\n`, migrate],
    [
      'state.url',
      (url: string) => `state:\n  url: ${url.replace('http:', 'postgresql:')}/state\n`,
      ['status', '--list'],
    ],
    [
      'license.service_url',
      (url: string) => `license:\n  service_url: ${url}\n`,
      ['license', 'register', '--email', 'jane@acme.example'],
    ],
    ['telemetry.endpoint', (url: string) => `telemetry:\n  endpoint: ${url}\n`, migrate],
  ])('sends nothing to the host of its %s unasked', async (key, file, args) => {
    await using place = await openWorkplace();
    await using elsewhere = await openElsewhere();
    place.write('migrator.yaml', file(elsewhere.origin));
    place.write('plan.json', place.plan('web'));
    const { code, stderr } = await place.runAlone(args, none);
    expect([code, elsewhere.came]).toEqual([3, 0]);
    expect(stderr).toContain(`${join(place.folder, 'migrator.yaml')} sets another host: ${key}`);
    expect(stderr).toContain(new URL(elsewhere.origin).host);
    expect(stderr).toContain('--config migrator.yaml');
    expect(existsSync(join(place.folder, 'state'))).toBe(false);
  });

  it('is used where it is named, and its hosts are shown', async () => {
    await using place = await openWorkplace();
    await using elsewhere = await openElsewhere();
    const url = elsewhere.origin;
    place.write('migrator.yaml', `target:\n  api_url: ${url}\n  git_url: ${url}\n`);
    place.write('plan.json', place.plan('web'));
    const named = [...migrate, '--config', 'migrator.yaml'];
    const { stderr } = await place.runAlone(named, {
      ...{ DST_API_URL: undefined, DST_GIT_URL: undefined },
    });
    expect(stderr).toContain(`Hosts from migrator.yaml: ${new URL(url).host}\n`);
    expect(elsewhere.came).toBeGreaterThan(0);
  });

  it('is named with each setting that is no host, unless a person named the file', async () => {
    await using place = await openWorkplace();
    place.write('migrator.yaml', {
      target: { api_url: 'https://api.github.com' },
      migration: { shallow_clone: true, shallow_depth: 1, timeout_seconds: 1 },
      pull_requests: { migrate: false, request_reviewers: false },
      vault: { mount: `a, b\n${'c'.repeat(400)}` },
      network: { outage_seconds: 0, settle_seconds: 0, write_interval: 0 },
    });
    place.write('plan.json', place.plan('web'));
    const settings = [
      'migration.timeout_seconds: 1, migration.shallow_clone: true, migration.shallow_depth: 1',
      'pull_requests.migrate: false, pull_requests.request_reviewers: false',
      `vault.mount: "a, b\\n${'c'.repeat(75)}…"`,
      'network.outage_seconds: 0, network.settle_seconds: 0, network.write_interval: 0',
    ];
    const found = await place.runAlone(migrate);
    expect(found.stderr).toContain(`Settings from migrator.yaml: ${settings.join(', ')}\n`);
    const json = await place.runAlone([...migrate, '--json']);
    expect(json.stderr).toContain(`Settings from migrator.yaml: ${settings.join(', ')}\n`);
    const named = await place.runAlone([...migrate, '--config', 'migrator.yaml']);
    expect(named.stderr).not.toContain('Settings from');
  });

  it('is used where it names the built-in hosts, or the environment wins', async () => {
    await using place = await openWorkplace();
    await using elsewhere = await openElsewhere();
    place.write(
      'migrator.yaml',
      `source:\n  api_url: https://api.bitbucket.org\n  git_url: https://bitbucket.org\ntarget:\n  enterprise_url: ${elsewhere.origin}\n`,
    );
    place.write('plan.json', place.plan('web'));
    const { stderr } = await place.runAlone(['status', '--list']);
    expect(stderr).not.toContain('sets another host');
    const plan = await place.runAlone(migrate);
    expect(plan.stderr).not.toMatch(/sets another host|Hosts from/);
    expect(elsewhere.came).toBe(0);
  });
});

it('refuses an Enterprise Server and another address of the target at once', async () => {
  await using place = await openWorkplace();
  place.write('plan.json', place.plan('web'));
  const { code, stderr } = await place.runAlone(migrate, {
    DST_ENTERPRISE_URL: 'https://ghe.acme.example',
  });
  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining('DST_ENTERPRISE_URL and DST_API_URL are both set'),
  ]);
});
