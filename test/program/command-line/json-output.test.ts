import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsScopes } from '../../../sandbox/bitbucket/accounts/credentials.ts';
import { fileSchemas } from '../../../scripts/json-schemas.ts';
import { undocumented } from '../../helpers/documented-output.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;
let token: string;
beforeAll(async () => {
  place = await openWorkplace({ workspace: 'sample', limits: { bitbucket: 'none' } });
  const reading = ['user', 'workspace', 'repository', 'project', 'pullrequest', 'pipeline'];
  const needed = [...reading.map((one) => `read:${one}:bitbucket`), 'write:repository:bitbucket'];
  const scopes = [...settingsScopes, ...needed];
  token = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
});
afterAll(() => place[Symbol.asyncDispose]());

/** Runs a command line and gives the types of what it printed, each as the schema describes it. */
async function typesOf(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await place.run([...args, '--json'], { SRC_API_TOKEN: token });
  expect(undocumented(stdout), `${args.join(' ')}: ${stderr}`).toEqual([]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return [...new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type))];
}

const out = (name: string) => ['--output', name];
const target = () => ['--target-org', place.sandbox.organization];
const last = ['--migration', 'last'];

// Each test builds on the ones before it.
describe('the JSON of every command is as assets/output.schema.json says', { retry: 0 }, () => {
  it('before a migration', async () => {
    const { workspace } = place.sandbox;
    expect(await typesOf('status')).toEqual(['status-list']);
    expect(await typesOf('status', '--migration', 'mig_000000000000')).toEqual(['error']);
    expect(await typesOf('doctor')).toEqual(['doctor']);
    expect(await typesOf('config', 'show')).toEqual(['config']);
    expect(await typesOf('config', 'init', ...out('a.yaml'))).toEqual(['file-written']);
    expect(await typesOf('completion', 'fish')).toEqual(['completion']);
    expect(await typesOf('license', 'status')).toEqual(['license']);
    const scan = ['--deep', '--users', 'users.csv', '--include-settings', '--include-secrets'];
    const discover = ['discover', '--workspace', workspace, ...scan];
    expect(await typesOf(...discover, ...out('inventory.json'))).toEqual(['file-written']);
    const plan = ['plan', '--inventory', 'inventory.json', ...target(), '--user-map', 'users.csv'];
    const written = ['file-written', 'forecast', 'settings'];
    expect(await typesOf(...plan, ...out('whole.json'))).toEqual(written);
    const two = ['--include', 'billing-engine', '--include', 'mobile-app'];
    expect(await typesOf(...plan, ...two, ...out('plan.json'))).toEqual(written);
  });

  it('of the documents that discover and plan write', () => {
    const schemas = fileSchemas();
    for (const name of ['inventory', 'plan'] as const) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const validate = ajv.compile(schemas[name] as object);
      const text = readFileSync(join(place.folder, `${name}.json`), 'utf8');
      validate(JSON.parse(text));
      expect(validate.errors).toBeNull();
    }
  });

  it('of a migration, and of the commands that follow it', async () => {
    const migrate = ['migrate', '--plan', 'plan.json', '--yes'];
    expect(await typesOf(...migrate, '--dry-run')).toContain('dry-run');
    const events = await typesOf(...migrate, '-vvv');
    for (const type of ['run-started', 'step-progress', 'repository-finished', 'log'])
      expect(events).toContain(type);
    expect(events.at(-1)).toBe('run-finished');
    expect(await typesOf(...migrate)).toEqual(['nothing-to-do']);
    expect(await typesOf('status')).toEqual(['status-list']);
    expect(await typesOf('status', ...last)).toEqual(['status']);
    const repository = ['--repository', 'billing-engine'];
    expect(await typesOf('status', ...last, ...repository)).toEqual(['status-repository']);
    expect((await typesOf('sync', ...last)).at(-1)).toBe('sync');
    expect(await typesOf('verify', ...last)).toEqual(['verification']);
    expect(await typesOf('settings', ...last, '--dry-run')).toEqual(['settings']);
    expect(await typesOf('remotes', ...last, ...out('remotes'))).toEqual(['remotes-written']);
    expect(await typesOf('audit', ...last, ...out('audit.jsonl'))).toEqual(['audit-written']);
    expect(await typesOf('audit', '--check', 'audit.jsonl')).toEqual(['audit-check']);
    const suggest = ['users', 'suggest', ...last, '--user-map', 'users.csv'];
    expect(await typesOf(...suggest)).toEqual(['users-suggestions']);
    expect(await typesOf('rollback', ...last, '--dry-run')).toEqual(['rollback-check']);
    expect(await typesOf('migrate', '--cancel', 'last', '--yes')).toEqual(['error']);
  });

  it('of a cut-over, its abort, its end and the way back', async () => {
    const options = { pull_requests: { migrate: false } };
    place.write('following.json', { ...place.plan('release-tools'), follow: true, options });
    expect(await typesOf('migrate', '--plan', 'following.json')).toContain('run-finished');
    const cutover = ['cutover', ...last, '--yes'];
    expect(await typesOf(...cutover, '--dry-run')).toEqual(['cutover-check']);
    expect(await typesOf(...cutover, '--abort')).toEqual(['cutover-abort']);
    expect((await typesOf(...cutover)).at(-1)).toBe('cutover');
    expect(await typesOf('rollback', ...last, '--yes')).toEqual(['rollback']);
  });

  it('of a migration that was cancelled, and of a cut-over with problems', async () => {
    place.write('open.json', place.plan('incident-drafts'));
    await typesOf('migrate', '--plan', 'open.json');
    // Its plan does not follow its source: said once, with the code of an input.
    const args = ['cutover', ...last, '--dry-run', '--json'];
    const { code, stdout } = await place.run(args, { SRC_API_TOKEN: token });
    expect(undocumented(stdout)).toEqual([]);
    expect(code).toBe(3);
    expect(stdout.match(/was planned without --follow/g)).toHaveLength(1);
    place.sandbox.faults.add({
      host: 'github-git',
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: 'no' },
    });
    place.write('refused.json', place.plan('reporting-eu'));
    await typesOf('migrate', '--plan', 'refused.json');
    place.sandbox.faults.clear();
    expect(await typesOf('status', ...last)).toEqual(['status']);
    expect(await typesOf('migrate', '--cancel', 'last', '--yes')).toEqual(['cancelled']);
  });

  it('of secrets and their vault', async () => {
    const inventory = ['--inventory', 'inventory.json'];
    const { workspace } = place.sandbox;
    const manifest = ['secrets', 'manifest', ...inventory, '--plan', 'plan.json'];
    expect(await typesOf(...manifest, ...out('secrets.yaml'))).toEqual(['file-written']);
    const secrets = ['--manifest', 'secrets.yaml', ...target(), '--plan', 'plan.json'];
    const scaffold = await typesOf('secrets', 'scaffold', ...secrets, ...out('list.md'));
    expect(scaffold.at(-1)).toBe('secrets-scaffolded');
    rmSync(join(place.folder, 'list.md'));
    const status = await typesOf('secrets', 'status', ...secrets, ...out('list.md'));
    expect(status.at(-1)).toBe('secrets-status');
    const vault = ['--vault-project', 'acme'];
    const to = ['secrets', 'sync-to-vault', '--workspace', workspace, ...inventory, ...vault];
    expect((await typesOf(...to)).at(-1)).toBe('synced-to-vault');
    const from = ['secrets', 'sync-from-vault', ...vault, ...secrets];
    expect((await typesOf(...from)).at(-1)).toBe('synced-from-vault');
    expect(await typesOf('secrets', 'cleanup')).toEqual(['secrets-cleaned-up']);
  });
});
