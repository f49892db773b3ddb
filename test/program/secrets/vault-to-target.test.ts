import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { addTargetRepository, secretValues } from '../../helpers/secrets/target-secrets.ts';
import {
  fillAll,
  fromVault,
  openVariables,
  toVault,
} from '../../helpers/secrets/variables-place.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openVariables();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('secrets sync-from-vault', () => {
  it('writes every value to its place, sealed, under a name that the target accepts', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    const { code, stdout, stderr } = await place.run(fromVault);
    expect(stdout + stderr).toContain('4 written');
    expect(code).toBe(0);
    expect(secretValues(place.sandbox)).toEqual({
      HOST: 'filled p/workspace/HOST',
      NPM_TOKEN: 'filled p/workspace/NPM_TOKEN',
      'web _2FA': 'filled p/repositories/web/2FA',
      'web EU/West DATABASE': 'filled p/environments/web/EU%2FWest/DATABASE',
    });
    expect(stderr).toContain('web: 2FA becomes _2FA');
    const again = await place.run(fromVault);
    expect(again.stdout).toContain('0 written, 4 unchanged');
  });

  it('lists what has no value, and what is missing on the target, a line each', async () => {
    addTargetRepository(place.sandbox, 'web');
    await place.run(toVault);
    place.sandbox.vault.fill('p/environments/web/EU%2FWest/DATABASE', 'postgres://db');
    const { code, stdout } = await place.run(fromVault);
    expect(code).toBe(6);
    expect(stdout).toContain('secret/p/workspace/NPM_TOKEN');
    const failed = stdout.split('\n').filter((line) => line.startsWith('failed'));
    expect(failed).toEqual(['failed   Environment EU/West of acme/web does not exist']);
    expect(stdout).not.toContain('postgres');
  });

  it('replaces what it wrote itself, and what somebody else set only when told to', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    await place.run(fromVault);
    place.sandbox.vault.fill('p/workspace/HOST', 'a newer value');
    const { github } = place.sandbox;
    const { id = 0 } = github.findAccount('acme') ?? {};
    const found = github.secrets.ofAccount(id).secrets.get('NPM_TOKEN');
    if (found === undefined) throw new Error('no NPM_TOKEN');
    found.value = 'set by hand';
    found.updatedAt = github.now() + 60_000;
    place.sandbox.vault.fill('p/workspace/NPM_TOKEN', 'newer as well');
    const kept = await place.run(fromVault);
    expect(kept.stdout).toContain('1 written');
    expect(kept.stdout).toContain('workspace: NPM_TOKEN');
    expect(secretValues(place.sandbox)).toMatchObject({
      HOST: 'a newer value',
      NPM_TOKEN: 'set by hand',
    });
    const replaced = await place.run([...fromVault, '--replace-existing']);
    expect(replaced.code).toBe(0);
    expect(secretValues(place.sandbox)).toMatchObject({ NPM_TOKEN: 'newer as well' });
  });

  it('fills the placeholders of scaffold, and leaves who may use them as it is', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    place.write(
      'secrets.yaml',
      `organization_secrets:
  - {name: NPM_TOKEN, visibility: selected, repositories: [web]}
repositories:
  web:
    secrets: [{name: SECOND_FACTOR, source_name: 2FA, source: repository}]
`,
    );
    const scaffold = ['secrets', 'scaffold', '--manifest', 'secrets.yaml', '--target-org', 'acme'];
    expect((await place.run(scaffold)).code).toBe(0);
    const { code, stdout } = await place.run([...fromVault, '--manifest', 'secrets.yaml']);
    expect(code).toBe(0);
    expect(stdout).toContain('Entries without a secret, not read:');
    expect(secretValues(place.sandbox)).toEqual({
      NPM_TOKEN: 'filled p/workspace/NPM_TOKEN',
      'web SECOND_FACTOR': 'filled p/repositories/web/2FA',
    });
    const account = place.sandbox.github.findAccount('acme');
    const secrets = place.sandbox.github.secrets.ofAccount(account?.id ?? 0).secrets;
    expect(secrets.get('NPM_TOKEN')).toMatchObject({ visibility: 'selected' });
    expect(secrets.get('NPM_TOKEN')?.selectedRepositoryIds).toHaveLength(1);
  });

  it('reads no value in a dry run', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    const before = place.sandbox.requests.length;
    const { code, stdout } = await place.run([...fromVault, '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toContain('4 to write');
    const made = place.sandbox.requests.slice(before);
    expect(made.filter(({ path }) => path.includes('/data/'))).toEqual([]);
    expect(made.filter(({ host, method }) => host === 'github' && method !== 'GET')).toEqual([]);
  });

  it('writes what a lost answer has left open once more, and nothing twice', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    const action = { kind: 'lost-answer' } as const;
    place.sandbox.faults.add({ host: 'github', method: 'PUT', path: /NPM_TOKEN/, action });
    expect((await place.run(fromVault)).code).toBe(0);
    expect(secretValues(place.sandbox)).toMatchObject({
      NPM_TOKEN: 'filled p/workspace/NPM_TOKEN',
    });
  });

  it('lists a repository that is not migrated yet once, whatever it has, and does not fail', async () => {
    await place.run(toVault);
    fillAll(place);
    const { code, stdout } = await place.run(fromVault);
    expect(stdout.split('\n').filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(stdout.split('\n').filter((line) => line === '  acme/web')).toHaveLength(1);
    expect(stdout).toContain('Not migrated yet, or not visible to DST_TOKEN');
    expect(stdout).toContain('2 written');
    expect(stdout).toContain('2 not migrated yet, 0 failed');
    expect(code).toBe(0);
    const asJson = await place.run([...fromVault, '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ counts: { not_migrated: 2, failed: 0 } });

    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    const after = await place.run(fromVault);
    expect(after.stdout).toContain('2 written, 2 unchanged');
    expect(after.stdout).toContain('0 not migrated yet');
  });

  it('keeps a secret waiting that a repository is to use which is not migrated yet', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    place.write(
      'secrets.yaml',
      'organization_secrets:\n  - {name: NPM_TOKEN, visibility: selected, repositories: [web, later]}\n',
    );
    const { code, stdout } = await place.run([...fromVault, '--manifest', 'secrets.yaml']);
    expect(stdout).toContain('workspace: NPM_TOKEN  (a repository that can use it is missing)');
    expect(stdout).toContain('1 not migrated yet, 0 failed');
    expect(code).toBe(0);
    expect(secretValues(place.sandbox)).toEqual({});
  });

  it('fails where a repository is there and its secrets cannot be seen', async () => {
    addTargetRepository(place.sandbox, 'web', ['EU/West']);
    await place.run(toVault);
    fillAll(place);
    const action = { kind: 'status', status: 404, body: '{"message":"Not Found"}' } as const;
    const path = /\/repos\/acme\/web\/(actions\/secrets|environments)/;
    const times = Number.POSITIVE_INFINITY;
    place.sandbox.faults.add({ host: 'github', path, times, action });
    const { code, stdout } = await place.run(fromVault);
    expect(code).toBe(6);
    expect(stdout.split('\n').filter((line) => line.startsWith('failed'))).toEqual([
      'failed   DST_TOKEN cannot read the secrets of acme/web',
    ]);
  });

  it('says so where the vault has no such project', async () => {
    const { code, stderr } = await place.run(fromVault);
    expect(code).toBe(3);
    expect(stderr).toContain('No entries under secret/p');
  });
});
