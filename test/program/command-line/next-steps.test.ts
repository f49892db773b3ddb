import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsScopes } from '../../../sandbox/bitbucket/accounts/credentials.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace({ workspace: 'sample', limits: { bitbucket: 'none' } });
});
afterAll(() => place[Symbol.asyncDispose]());

function administrator(): string {
  const reading = ['user', 'workspace', 'repository', 'project', 'pullrequest'];
  const scopes = [...settingsScopes, ...reading.map((one) => `read:${one}:bitbucket`)];
  return place.sandbox.bitbucket.credentials.addApiToken({ scopes });
}

/** The command that a run has printed as the next one. */
function nextOf(stderr: string): readonly string[] {
  const [, command = ''] = /^Next: migrator (.*)$/m.exec(stderr) ?? [];
  return command.replace('<organization>', place.sandbox.organization).split(' ');
}

it('every command from discover to the dry run says which one comes next, and that one works', async () => {
  const { workspace } = place.sandbox;
  const args = ['--deep', '--users', 'users.csv', '--include-settings'];
  const scan = ['discover', '--workspace', workspace, ...args, '--output', 'inventory.json'];
  const found = await place.run(scan, { SRC_API_TOKEN: administrator() });
  expect(found).toMatchObject({ code: 0 });
  const suggest = nextOf(found.stderr);
  expect(suggest.slice(0, 2)).toEqual(['users', 'suggest']);
  const suggested = await place.run(suggest);
  expect(suggested, suggested.stderr).toMatchObject({ code: 0 });
  const plan = nextOf(found.stderr.replace(/^Next: .*$/m, '').replace('Then: ', 'Next: '));
  expect(plan).toContain('--user-map');
  const planned = await place.run(plan);
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  const dryRun = nextOf(planned.stderr);
  expect(dryRun).toContain('people.csv');
  const tried = await place.run([...dryRun, '--comments', 'compact']);
  expect(tried, tried.stderr).toMatchObject({ code: 0 });
  expect(tried.stdout).toContain('Nothing was written.');
  expect(nextOf(tried.stderr).join(' ')).toBe(
    'migrate --plan plan.json --user-map people.csv --comments compact',
  );
});

it('every next command names the configuration that was given', async () => {
  place.write('named.yaml', {});
  const { workspace } = place.sandbox;
  const files = ['--config', 'named.yaml', '--output', 'configured.json'];
  const found = await place.run(['discover', '--workspace', workspace, ...files]);
  expect(nextOf(found.stderr).slice(-2)).toEqual(['--config', 'named.yaml']);
});

it('a plan without settings takes a user map, and passes it on', async () => {
  const { organization, workspace } = place.sandbox;
  place.write('map.csv', 'source_username,target_username\n');
  await place.run(['discover', '--workspace', workspace, '--output', 'bare.json']);
  const files = ['--inventory', 'bare.json', '--user-map', 'map.csv', '--output', 'bare-plan.json'];
  const planned = await place.run(['plan', '--target-org', organization, ...files]);
  expect(nextOf(planned.stderr).join(' ')).toBe(
    'migrate --plan bare-plan.json --user-map map.csv --dry-run',
  );
});

it('every command after a migration says which one comes next, and that one works', async () => {
  const { workspace } = place.sandbox;
  const followed = async (...args: readonly string[]) => {
    const ended = await place.run(args);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const next = nextOf(`${ended.stdout}${ended.stderr}`).map((word) =>
      word === '<workspace>' ? workspace : word === '<file>' ? 'inventory.json' : word,
    );
    const run = await place.run(next);
    expect(run, `${next.join(' ')}: ${run.stderr}`).toMatchObject({ code: 0 });
    return next.slice(0, 2).join(' ');
  };
  place.write('small.json', place.plan('mobile-app-2'));
  expect(await followed('doctor', '--plan', 'small.json')).toBe('migrate --plan');
  expect((await place.run(['migrate', '--plan', 'small.json'])).code).toBe(0);
  expect(await followed('status', '--migration', 'last')).toBe('verify --migration');
  expect(await followed('sync', '--migration', 'last')).toBe('verify --migration');
  expect(await followed('verify', '--migration', 'last')).toBe('remotes --migration');
  const audit = ['audit', '--migration', 'last', '--output', 'audit.jsonl'];
  expect(await followed(...audit)).toBe('audit --check');
  const suggest = ['users', 'suggest', '--migration', 'last', '--user-map', 'users.csv'];
  expect(await followed(...suggest, '--output', 'accepted.csv')).toBe('migrate --resume');
  const early = ['users', 'suggest', '--target-org', place.sandbox.organization];
  const files = ['--user-map', 'users.csv', '--output', 'early.csv'];
  rmSync(join(place.folder, 'plan.json'));
  expect(await followed(...early, ...files)).toBe('plan --inventory');
  rmSync(join(place.folder, 'inventory.json'));
  expect(await followed('doctor')).toBe('discover --workspace');
  expect(await followed('config', 'init', '--output', 'other.yaml')).toBe('config show');
});

it('remotes names its script, which shows what it would change', async () => {
  const { stderr } = await place.run(['remotes', '--migration', 'last', '--output', 'again']);
  const [, command = ''] = /^Next: (.*)$/m.exec(stderr) ?? [];
  expect(command).toBe('sh again/remotes.sh -n .');
  const { status } = spawnSync('sh', ['-c', command], { cwd: place.folder });
  expect(status).toBe(0);
});

it.each([['status'], ['doctor'], ['verify'], ['sync']])(
  'says nothing of it in the JSON of %s',
  async (command) => {
    const named = command === 'doctor' ? [] : ['--migration', 'last'];
    const { stdout, stderr } = await place.run([command, ...named, '--json']);
    expect(`${stdout}${stderr}`).not.toContain('Next:');
  },
);

it('says nothing of it to scripts', async () => {
  const { workspace } = place.sandbox;
  const flags = ['--output', 'other.json', '--json'];
  const found = await place.run(['discover', '--workspace', workspace, ...flags]);
  expect(found).toMatchObject({ code: 0 });
  expect(`${found.stdout}${found.stderr}`).not.toContain('Next:');
});
