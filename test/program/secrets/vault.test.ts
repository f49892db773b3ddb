import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeVersion } from '../../../sandbox/vault/host.ts';
import { caFile, startTlsFront } from '../../core/network/support/other-servers.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { addTargetRepository, secretValues } from '../../helpers/secrets/target-secrets.ts';
import { filesBelow } from '../../helpers/secrets/token-scan.ts';
import {
  fillAll,
  fromVault,
  openVariables,
  planted,
  toVault,
} from '../../helpers/secrets/variables-place.ts';
import { openRecordingHost } from '../../helpers/servers/recording-host.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openVariables();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('secrets sync-to-vault', () => {
  it('makes an empty entry for every variable, and says which await a value', async () => {
    const { code, stdout } = await place.run(toVault);
    expect(code).toBe(0);
    expect(stdout).toContain('Waiting for a value:');
    expect(stdout).toContain('secret/p/environments/web/EU%2FWest/DATABASE');
    expect(stdout).toContain('4 created, 0 existing but empty, 0 with a value');
    const entry = place.sandbox.vault.entry('p/environments/web/EU%2FWest/DATABASE');
    expect(entry?.versions.map(({ data }) => data)).toEqual([{ value: '' }]);
    expect(entry?.customMetadata).toMatchObject({
      level: 'deployment',
      repository: 'web',
      environment: 'EU/West',
    });
  });

  it('leaves filled-in values as they are, and tells them from placeholders', async () => {
    await place.run(toVault);
    place.sandbox.vault.fill('p/workspace/HOST', 'registry.acme.example');
    const { code, stdout } = await place.run([...toVault, '--json']);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.counts).toMatchObject({ created: 0, awaiting: 3, filled: 1 });
    expect(place.sandbox.vault.entry('p/workspace/HOST')?.versions).toHaveLength(2);
  });

  it('writes nothing in a dry run', async () => {
    const { code, stdout } = await place.run([...toVault, '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('4 to create');
    expect(
      place.sandbox.requests.filter((one) => one.host === 'vault' && one.method !== 'GET'),
    ).toEqual([]);
  });

  it('continues after it was killed, with every entry described', async () => {
    for (let index = 0; index < 60; index++) {
      place.sandbox.bitbucket.addVariable({ repository: 'web' }, { key: `N${index}`, value: 'x' });
    }
    place.sandbox.faults.add({
      host: 'vault',
      path: /metadata.*N3/,
      times: 99,
      action: { kind: 'slow', ms: 60_000 },
    });
    const running = place.start(toVault);
    const made = () => place.sandbox.vault.entry('p/repositories/web/N3');
    await expect.poll(made, { timeout: 60_000 }).not.toBeNull();
    running.child.kill('SIGKILL');
    await running.ended;
    place.sandbox.faults.clear();
    const entries = place.sandbox.vault.namespaces.get('')?.mounts.get('secret')?.entries;
    // What a person fills in afterwards is no entry of the run, although that was about to make it.
    const filled = 'p/repositories/web/N30';
    entries?.delete(filled);
    writeVersion(entries ?? new Map(), filled, { value: 'by hand' }, Date.now() + 3_600_000);
    const { code, stdout } = await place.run(toVault);
    expect(code).toBe(0);
    expect(stdout).toContain(', 1 with a value');
    expect(stdout).not.toContain('web/N30');
    const all = [...(entries ?? [])].filter(([path]) => path !== filled);
    expect(all).toHaveLength(63);
    for (const [, { versions, customMetadata }] of all) {
      expect(versions).toHaveLength(1);
      expect(customMetadata).toMatchObject({ managed_by: 'migrator' });
    }
  });

  it('names each path that a policy keeps from it, and makes the rest', async () => {
    const { vault } = place.sandbox;
    vault.addPolicy(
      'narrow',
      `path "secret/data/p/workspace/*" { capabilities = ["create", "update"] }
       path "secret/metadata/p/workspace/*" { capabilities = ["create", "update", "read"] }`,
    );
    const VAULT_TOKEN = vault.addToken({ policies: ['default', 'narrow'] }).id;
    const { code, stdout } = await place.run(toVault, { VAULT_TOKEN });
    expect(code).toBe(6);
    expect(stdout).toContain('2 created');
    expect(stdout).toContain('failed   web: 2FA: 403 Forbidden');
    expect(stdout).toContain('2 failed');
  });

  it.each([
    [{ VAULT_TOKEN: undefined }, 4, 'VAULT_TOKEN is not set'],
    [{ VAULT_TOKEN: 'hvs.nobody' }, 4, 'rejected VAULT_TOKEN'],
    [{ VAULT_ADDR: undefined }, 3, 'VAULT_ADDR is not set'],
    [{ VAULT_ADDR: 'http://vault.acme.example' }, 3, 'plain http'],
    [{ VAULT_CACERT: '/nowhere/ca.pem' }, 3, 'VAULT_CACERT'],
  ])('asks the source nothing with %j', async (environment, expected, words) => {
    const { code, stderr } = await place.run(toVault, environment);
    expect(code).toBe(expected);
    expect(stderr).toContain(words);
    expect(place.sandbox.requests.filter(({ host }) => host !== 'vault')).toEqual([]);
  });

  it('ends with one sentence where nothing is mounted', async () => {
    place.write('migrator.yaml', 'vault: {mount: nowhere}\n');
    const { code, stderr } = await place.run(toVault);
    expect(code).toBe(3);
    expect(stderr).toContain('has nothing at nowhere/data/p/');
    expect(stderr).not.toContain('Interrupted');
  });

  it('reports at once that the vault is sealed', async () => {
    place.sandbox.vault.state = 'sealed';
    const { code, stderr } = await place.run(toVault);
    expect(code).toBe(7);
    expect(stderr).toContain('is sealed');
    expect(stderr).toContain('vault operator unseal');
  });
});

const portOf = (url: string) => Number(new URL(url).port);

describe('a vault with its own certificate authority', () => {
  it('is trusted with VAULT_CACERT, and not without', async () => {
    await using server = await startTlsFront(portOf(place.sandbox.environment.VAULT_ADDR));
    const VAULT_ADDR = `https://localhost:${server.port}`;
    const refused = await place.run(toVault, { VAULT_ADDR });
    expect(refused.code).toBe(7);
    expect(refused.stderr).toContain('unable to get local issuer certificate');
    const { code, stdout } = await place.run(toVault, { VAULT_ADDR, VAULT_CACERT: caFile });
    expect(code).toBe(0);
    expect(stdout).toContain('4 created');
  });
});

describe('the whole way of secrets', () => {
  it('goes from names to values with one command after the other', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    const { bitbucket } = place.sandbox;
    bitbucket.removeRepository('web');
    await hostCopy(bitbucket, { slug: 'web', from: makeRepository(place.folder, 'web') });
    bitbucket.addVariable({ repository: 'web' }, { key: 'GITHUB_KEY', value: `${planted}5` });
    const discovered = ['discover', '--workspace', 'acme-workspace', '--include-secrets'];
    const manifest = ['secrets', 'manifest', '--inventory', 'inventory.json'];
    const named = ['--manifest', 'secrets.yaml', '--target-org', 'acme'];
    const inventory = ['--inventory', 'inventory.json'];
    for (const command of [
      [...discovered, '--output', 'inventory.json'],
      [...manifest, '--output', 'secrets.yaml'],
      ['secrets', 'scaffold', ...named],
      [...toVault, ...inventory],
      [...toVault, ...inventory, '--through-pipeline', '--yes'],
      [...fromVault, '--manifest', 'secrets.yaml'],
    ]) {
      // Names from a file need nothing of the source.
      const asksSource = !command.includes('--inventory') || command.includes('--through-pipeline');
      const without = { SRC_USERNAME: undefined, SRC_API_TOKEN: undefined };
      const { code, stdout, stderr } = await place.run(command, asksSource ? {} : without);
      expect(stdout + stderr).not.toContain(planted);
      expect(code).toBe(0);
    }
    expect(secretValues(place.sandbox)).toEqual({
      NPM_TOKEN: `${planted}1`,
      HOST: `${planted}2`,
      'web _GITHUB_KEY': `${planted}5`,
    });
    const status = await place.run(['secrets', 'status', ...named]);
    expect(status.stderr).toContain('3 filled in');
  });
});

describe('values', () => {
  it('of the source are nowhere after all of it, and those of the vault only sealed on their way', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    const { SRC_API_URL, DST_API_URL, VAULT_ADDR } = place.sandbox.environment;
    await using source = await openRecordingHost(SRC_API_URL);
    await using target = await openRecordingHost(DST_API_URL);
    await using vault = await openRecordingHost(VAULT_ADDR);
    const environment = {
      SRC_API_URL: source.url,
      DST_API_URL: target.url,
      VAULT_ADDR: vault.url,
    };
    const outputs: string[] = [];
    async function run(args: readonly string[]): Promise<void> {
      const log = ['-vvv', '--log-file', 'log.ndjson'];
      const { code, stdout, stderr } = await place.run([...args, ...log], environment);
      expect(code).toBe(0);
      outputs.push(stdout, stderr);
    }
    await run(toVault);
    await run([...toVault, '--json']);
    for (const passed of [...source.traffic, ...vault.traffic])
      expect(passed).not.toContain(planted);
    fillAll(place);
    const value = 'canary of the vault "with" marks\nand lines';
    place.sandbox.vault.fill('p/workspace/HOST', value);
    const before = vault.traffic.length;
    await run(fromVault);
    await run([...fromVault, '--replace-existing', '--json']);
    expect(secretValues(place.sandbox)).toMatchObject({ HOST: value });
    // The vault has reported them, and nothing else that went anywhere holds them.
    const told = vault.traffic.slice(before).join('\n');
    expect(told).toContain('canary of the vault');
    const kept = filesBelow(place.folder)
      .filter((path) => !path.includes('/hosts/'))
      .map((path) => readFileSync(path, 'latin1'));
    expect(kept.length).toBeGreaterThan(3);
    for (const canary of ['canary of the vault', 'filled p/', planted]) {
      for (const form of [canary, Buffer.from(canary).toString('base64').slice(0, 12)]) {
        for (const text of [...outputs, ...kept, ...target.traffic, ...source.traffic]) {
          expect(text).not.toContain(form);
        }
      }
    }
  });
});
