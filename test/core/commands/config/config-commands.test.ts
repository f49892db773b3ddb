import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  effectiveSettings,
  secretPresence,
} from '../../../../src/core/commands/config/effective-settings.ts';
import { commentedConfig } from '../../../../src/core/commands/config/init-handler.ts';
import { configKeys } from '../../../../src/core/config/config-keys.ts';
import { loadConfig } from '../../../../src/core/config/load-config.ts';
import { runProgram } from '../../../helpers/program/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(text: string): string {
  const path = join(folder, 'written.yaml');
  writeFileSync(path, text);
  return path;
}

describe('the keys of migrator.yaml', () => {
  it('each say what their default is', () => {
    for (const { path, defaultText } of configKeys()) {
      expect(`${path} ${defaultText}`).toMatch(/ \S/);
    }
  });

  it('each stand in the documentation', () => {
    const text = readFileSync(
      new URL('../../../../docs/configuration.md', import.meta.url),
      'utf8',
    );
    for (const { path } of configKeys()) expect(text).toContain(`\`${path}\``);
  });
});

describe('the commented configuration', () => {
  it('says nothing as it is written', async () => {
    expect(await loadConfig(written(commentedConfig({})))).toEqual({});
  });

  it('can be read with every key that is in it', async () => {
    const text = commentedConfig({})
      .replace(/^# (\w+:)$/gm, '$1')
      .replace(/^# {3}(\w+: )/gm, '  $1');
    const config = await loadConfig(written(text));
    const found = Object.entries(config).flatMap(([group, keys]) =>
      Object.keys(keys as object).map((key) => `${group}.${key}`),
    );
    expect(found).toEqual(configKeys().map(({ path }) => path));
  });

  it('has what was chosen', async () => {
    const chosen = { 'migration.timeout_seconds': '60', 'pull_requests.migrate': 'false' };
    expect(await loadConfig(written(commentedConfig(chosen)))).toEqual({
      migration: { timeout_seconds: 60 },
      pull_requests: { migrate: false },
    });
  });
});

describe('effectiveSettings', () => {
  it('says of each where it comes from: the environment wins over the file', () => {
    const rows = effectiveSettings(
      { SRC_API_URL: 'https://env.example', VAULT_ADDR: 'https://vault.example' },
      { source: { api_url: 'https://file.example' }, network: { read_timeout: 5 } },
      'company.yaml',
    );
    const row = (wanted: string) => rows.find(({ name }) => name === wanted);
    expect(row('source.api_url')).toEqual({
      name: 'source.api_url',
      value: 'https://env.example',
      from: 'SRC_API_URL',
    });
    expect(row('network.read_timeout')).toMatchObject({ value: '5', from: 'company.yaml' });
    expect(row('network.connect_timeout')).toMatchObject({ value: '10', from: 'default' });
    expect(row('VAULT_ADDR')).toMatchObject({ from: 'environment' });
  });

  it.each([
    [
      { DST_ENTERPRISE_URL: 'https://ghe.example/' },
      { target: { api_url: 'https://api.github.com', git_url: 'https://github.com' } },
      {
        'target.api_url': 'https://ghe.example/api/v3 (DST_ENTERPRISE_URL)',
        'target.git_url': 'https://ghe.example (DST_ENTERPRISE_URL)',
      },
    ],
    [
      {},
      { target: { enterprise_url: 'https://acme.ghe.com' } },
      {
        'target.api_url': 'https://api.acme.ghe.com (c.yaml)',
        'target.git_url': 'https://acme.ghe.com (c.yaml)',
      },
    ],
    [
      { DST_API_URL: 'https://a.example', DST_GIT_URL: 'https://g.example' },
      { target: { enterprise_url: 'https://acme.ghe.com' } },
      {
        'target.api_url': 'https://a.example (DST_API_URL)',
        'target.git_url': 'https://g.example (DST_GIT_URL)',
      },
    ],
    [
      { SRC_TOKEN: 'token', SRC_DATA_CENTER_URL: 'https://git.example/bitbucket' },
      {},
      {
        'source.api_url': 'https://git.example/bitbucket/rest (SRC_DATA_CENTER_URL)',
        'source.git_url': 'https://git.example/bitbucket/scm (SRC_DATA_CENTER_URL)',
      },
    ],
    [
      {},
      { source: { data_center_url: 'https://git.example' } },
      { 'source.api_url': 'https://api.bitbucket.org (default)' },
    ],
  ])('shows where the hosts are with %j and %j', (environment, config, expected) => {
    const rows = effectiveSettings(environment, config, 'c.yaml');
    const shown = rows.map(({ name, value, from }) => [name, `${value} (${from})`] as const);
    expect(Object.fromEntries(shown)).toMatchObject(expected);
  });

  it('shows no password of an address, whatever the password is and however the address is mistaken', () => {
    const middle = fc.string({ unit: 'binary-ascii', maxLength: 12 });
    const before = fc.constantFrom(
      'https://user:',
      ' https://user:',
      'git+SSH://:',
      'user:',
      '//:',
    );
    const after = fc.constantFrom(
      '@host.example',
      '@host.example:8080/path',
      '@host.example?a=b#c',
    );
    fc.assert(
      fc.property(before, middle, after, (start, between, end) => {
        const text = `${start}hunter1${between}hunter2${end}`;
        const environment = { SRC_API_URL: text, VAULT_ADDR: text, NO_PROXY: text };
        const file = { target: { api_url: text }, telemetry: { endpoint: text } };
        const shown = JSON.stringify(effectiveSettings(environment, file, 'c.yaml'));
        expect(shown).not.toMatch(/hunter/);
      }),
    );
    const token = { VAULT_ADDR: 'https://host.example/path?token=first' };
    const both = { ...token, SRC_USERNAME: 'ada@example.com' };
    const shown = effectiveSettings(both, {}, 'c.yaml');
    const values = shown.filter(({ from }) => from === 'environment').map(({ value }) => value);
    expect(values).toEqual(['ada@example.com', 'https://host.example/path?[redacted]']);
  });

  it('shows no secret, also where one was put in the wrong place', () => {
    const environment = {
      SRC_API_TOKEN: 'secret-token',
      https_proxy: 'http://user:secret-token@proxy.corp:3128',
      SRC_API_URL: 'https://user:secret-token@env.example',
      MIGRATOR_LICENSE: 'MIGRATOR-1-secret-token',
    };
    const all = [effectiveSettings(environment, {}, 'c.yaml'), secretPresence(environment)];
    expect(JSON.stringify(all)).not.toContain('secret-token');
    const present = secretPresence(environment).filter(({ isPresent }) => isPresent);
    expect(present.map(({ name }) => name)).toEqual([
      'SRC_API_TOKEN',
      'MIGRATOR_LICENSE',
      'HTTPS_PROXY',
    ]);
  });
});

describe('config init and config show', () => {
  const run = (...args: readonly string[]) => runProgram(['config', ...args], { cwd: folder });

  it('write a file that the program takes, and replace none unasked', async () => {
    const first = await run('init');
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('Wrote migrator.yaml.');
    const second = await run('init');
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('migrator.yaml already exists');
    expect((await run('init', '--yes')).code).toBe(0);
    const shown = await run('show');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toMatch(/^Configuration {2}.*migrator\.yaml \(no keys set\)$/m);
  });

  it('report what cannot be used, and name the file that was read', async () => {
    writeFileSync(join(folder, 'c2.yaml'), 'network:\n  read_timeout: 7\n');
    const environment = { DST_ENTERPRISE_URL: 'github.corp', SRC_API_TOKEN: 'a', SRC_TOKEN: 'b' };
    const args = ['config', 'show', '--config', 'c2.yaml'];
    const { code, stdout } = await runProgram(args, { cwd: folder, environment });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^network\.read_timeout +7 +c2\.yaml$/m);
    expect(stdout).toContain('  DST_ENTERPRISE_URL is not a URL\n');
    expect(stdout).toContain('  SRC_API_TOKEN and SRC_TOKEN are set at the same time');
  });

  it('show by which name a host is asked for whose letters look like others', async () => {
    const environment = { SRC_API_URL: 'https://api.bitbucket.\u043erg' };
    const { stdout } = await runProgram(['config', 'show'], { cwd: folder, environment });
    expect(stdout).toContain('(api.bitbucket.xn--rg-emc)');
  });

  it('report an address that cannot be used also where there are no credentials', async () => {
    const environment = { SRC_API_URL: 'ftp://bitbucket.example', SRC_USERNAME: '' };
    const { code, stdout } = await runProgram(['config', 'show'], { cwd: folder, environment });
    expect(code).toBe(3);
    expect(stdout.match(/The URL in SRC_API_URL uses the scheme ftp/g)).toHaveLength(1);
  });

  it('show every key with its origin, and that telemetry is off', async () => {
    writeFileSync(join(folder, 'migrator.yaml'), 'network:\n  read_timeout: 7\n');
    // Nor does a license that cannot be read keep them from being shown.
    mkdirSync(join(folder, 'state', 'license.key'), { recursive: true });
    const { stdout } = await run('show');
    expect(stdout).toMatch(/^ {2}present {2}.*license\.key$/m);
    expect(stdout).toMatch(/^network\.read_timeout +7 +migrator\.yaml$/m);
    expect(stdout).toMatch(/^migration\.timeout_seconds +3600 +default$/m);
    expect(stdout).toContain('  absent   DST_TOKEN');
    expect(stdout).toContain('Telemetry is off: no endpoint is configured.');
    expect(stdout).toContain('"command": "migrate"');
  });
});
