import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one', 'two');
  place.write('plan.json', place.plan('one', 'two'));
  place.write('users.csv', 'source_username,target_username\njane,\n');
  const { code } = await place.run(['migrate', '--plan', 'plan.json']);
  expect(code).toBe(0);
  place.write('other.json', place.plan('one:three'));
}, 60_000);
afterAll(() => place[Symbol.asyncDispose]());

const migration = ['--migration', 'last'];
const wrong = { SRC_API_TOKEN: 'wrong', DST_TOKEN: 'ghp_wrong' };

describe('a command that fails with --json prints one error, on standard output alone', () => {
  it.each([
    [['discover', '--workspace', 'acme-workspace']],
    [['users', 'suggest', '--target-org', 'acme', '--user-map', 'users.csv']],
    [['plan', '--inventory', 'missing.json', '--target-org', 'acme']],
    [['migrate', '--resume', 'mig_000000000000']],
    [['status', '--migration', 'mig_000000000000']],
    [['verify', ...migration]],
    [['verify', '--repair', ...migration]],
    [['settings', ...migration]],
    [['cutover', '--dry-run', ...migration]],
    [['rollback', '--dry-run', ...migration]],
    [['remotes', '--output', 'remotes', '--migration', 'mig_000000000000']],
    [['audit', '--output', 'audit.jsonl', '--migration', 'mig_000000000000']],
    [['secrets', 'status', '--manifest', 'missing.yaml', '--target-org', 'acme']],
    [['doctor', '--plan']],
    [['config', 'show', '--config', 'missing.yaml']],
    [['license', 'activate', 'wrong']],
    [['export', 'terraform', '--output', 'tf', '--migration', 'mig_000000000000']],
    [['pipelines', 'convert', 'missing.yml', '--output', 'workflows']],
    [['archive', 'check', 'missing.tar.gz']],
    [['sync', ...migration, '--bogus']],
  ])('%j', async (args) => {
    const { code, stdout, stderr } = await place.run([...args, '--json'], wrong);
    expect(code).not.toBe(0);
    const printed = stdout.split('\n').filter((line) => line !== '');
    expect(printed.map((line) => JSON.parse(line).type)).toEqual(['error']);
    expect(stderr).toBe('');
  });

  it.each([[['sync', ...migration]], [['migrate', '--plan', 'other.json']]])(
    '%j, after the events of its checks',
    async (args) => {
      const { stdout, stderr } = await place.run([...args, '--json'], {
        DST_TOKEN: wrong.DST_TOKEN,
      });
      expect(stdout.split('"type":"error"')).toHaveLength(2);
      expect(stderr).toBe('');
    },
  );
});

describe('a repository that discover cannot read', () => {
  const discover = ['discover', '--workspace', 'acme-workspace', '--deep', '--json'];
  function refuse() {
    place.sandbox.faults.clear();
    place.sandbox.faults.add({
      ...{ host: 'bitbucket', path: /\/one\/pullrequests/, times: Number.POSITIVE_INFINITY },
      action: { kind: 'status', status: 403, body: '{"error":{"message":"no"}}' },
    });
  }

  it('is an error in JSON beside the file', async () => {
    refuse();
    const { code, stdout, stderr } = await place.run([...discover, '--output', 'found.json']);
    expect(code).toBe(6);
    expect(stdout.split('"type":"error"')).toHaveLength(2);
    expect(stderr).not.toContain('403 Forbidden');
  });

  it('is a line on standard error where the inventory fills standard output', async () => {
    refuse();
    const { stdout, stderr } = await place.run(discover);
    expect(JSON.parse(stdout)).toHaveProperty('repositories');
    expect(stderr).toContain('403 Forbidden');
  });
});

describe('a usage error', () => {
  it('stands alone, without the name of the newest migration', async () => {
    const { code, stderr } = await place.run(['status', '--list', ...migration]);
    expect(code).toBe(2);
    expect(stderr).not.toContain('Newest migration');
  });
});
