import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollower } from '../../helpers/hints/follow.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { addTargetRepository } from '../../helpers/secrets/target-secrets.ts';

let place: Workplace;
const { follow, followText, expectAll } = createFollower(() => place);
const project = ['--vault-project', 'p'];

beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'web');
  const { bitbucket } = place.sandbox;
  bitbucket.addVariable({ repository: 'web' }, { key: 'TOKEN', value: 'one' });
  bitbucket.addVariable(
    { repository: 'web', environment: 'Production' },
    { key: 'KEY', value: '2' },
  );
  const { workspace } = place.sandbox;
  await place.run(['discover', '--workspace', workspace, '--output', 'inventory.json']);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

const fromWorkspace = () => ['--workspace', place.sandbox.workspace, ...project];

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of an inventory without the names of secrets', async () => {
    const manifest = ['secrets', 'manifest', '--inventory', 'inventory.json'];
    const names = `discover --workspace ${place.sandbox.workspace} --include-secrets`;
    const [command] = await follow([...manifest, '--output', 'secrets.yaml']);
    expect(command).toBe(`${names} --output secrets-inventory.json`);
    const toVault = ['secrets', 'sync-to-vault', ...fromWorkspace()];
    expect(await follow([...toVault, '--inventory', 'inventory.json'])).toEqual([names]);
  });

  it('of an empty manifest', async () => {
    place.write('empty.yaml', '{}\n');
    const scaffold = ['secrets', 'scaffold', '--manifest', 'empty.yaml', '--target-org', 'acme'];
    const found = await follow(scaffold, { values: { '<file>': 'secrets-inventory.json' } });
    expect(found).toEqual([
      'secrets manifest --inventory secrets-inventory.json --output secrets.yaml',
    ]);
  });

  it('of a vault without entries', async () => {
    const values = { '<workspace>': place.sandbox.workspace, '<project>': 'p' };
    const fromVault = ['secrets', 'sync-from-vault', ...project, '--target-org', 'acme'];
    const [command] = await follow(fromVault, { values });
    expect(command).toBe(`secrets sync-to-vault ${fromWorkspace().join(' ')}`);
  });

  it('of an environment that the target lacks', async () => {
    addTargetRepository(place.sandbox, 'web');
    const { vault } = place.sandbox;
    for (const path of ['repositories/web/TOKEN', 'environments/web/Production/KEY']) {
      vault.fill(`p/${path}`, 'filled');
    }
    const fromVault = ['secrets', 'sync-from-vault', ...project, '--target-org', 'acme'];
    const values = { '<file>': 'secrets.yaml', '<organization>': 'acme' };
    expect(await follow(fromVault, { values })).toEqual([
      'secrets scaffold --manifest secrets.yaml --target-org acme',
    ]);
  });

  it('of objects that a pipeline run has left, seen from three places', async () => {
    const { faults } = place.sandbox;
    const action = { kind: 'status', status: 403, body: '{}' } as const;
    faults.add({ host: 'bitbucket', method: 'DELETE', path: /branches/, action });
    const toVault = ['secrets', 'sync-to-vault', '--workspace', place.sandbox.workspace];
    const own = ['--vault-project', 'q'];
    const printed = [
      await place.run([...toVault, ...own, '--through-pipeline', '--yes']),
      await place.run([...toVault, ...own, '--inventory', 'secrets-inventory.json'], {
        SRC_USERNAME: undefined,
        SRC_API_TOKEN: undefined,
      }),
      await place.run(['secrets', 'cleanup'], { VAULT_NAMESPACE: 'another' }),
    ];
    for (const { stdout, stderr } of printed) {
      expect(await followText(stdout + stderr)).toEqual(['secrets cleanup']);
    }
  });

  it('are all that hints of secrets name', () => expectAll('secrets'));
});
