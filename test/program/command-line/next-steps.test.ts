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
  const plan = nextOf(found.stderr);
  expect(plan).toContain('--user-map');
  const planned = await place.run(plan);
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  const tried = await place.run(nextOf(planned.stderr));
  expect(tried, tried.stderr).toMatchObject({ code: 0 });
  expect(tried.stdout).toContain('Nothing was written.');
});

it('says nothing of it to scripts', async () => {
  const { workspace } = place.sandbox;
  const flags = ['--output', 'other.json', '--json'];
  const found = await place.run(['discover', '--workspace', workspace, ...flags]);
  expect(found).toMatchObject({ code: 0 });
  expect(`${found.stdout}${found.stderr}`).not.toContain('Next:');
});
