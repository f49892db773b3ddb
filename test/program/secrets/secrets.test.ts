import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Ended } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { filesBelow } from '../../helpers/secrets/token-scan.ts';
import { openRecordingHost, type RecordingHost } from '../../helpers/servers/recording-host.ts';

/** Recognisable wherever it gets. */
const planted = 'planted-value';
const inventory = 'inventory.json';
const manifest = 'secrets.yaml';

/** Hours that GitHub's clock is ahead: a secret is filled in later. */
let later = 0;
let place: Workplace;
let source: RecordingHost;
let target: RecordingHost;
let environment: Record<string, string>;
const outputs: string[] = [];

beforeAll(async () => {
  place = await openWorkplace({
    limits: { bitbucket: 'none', github: 'none' },
    now: () => Date.now() + later * 3_600_000,
  });
  const { bitbucket, github, organization } = place.sandbox;
  for (const slug of ['web', 'api', 'plain']) await bitbucket.addRepository({ slug });
  const value = (name: string) => ({ key: name, value: `${planted}-${name}` });
  bitbucket.addVariable({}, value('NPM_TOKEN'));
  bitbucket.addVariable({}, { ...value('REGISTRY'), secured: false });
  for (let number = 1; number <= 12; number += 1) {
    bitbucket.addVariable({ repository: 'web' }, value(`KEY_${number}`));
  }
  bitbucket.addVariable({ repository: 'web' }, { ...value('FLAVOUR'), secured: false });
  bitbucket.addVariable({ repository: 'api' }, value('GITHUB_TOKEN'));
  bitbucket.addVariable({ repository: 'api', environment: 'Production' }, value('PIN'));
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  for (const name of ['web', 'api']) {
    github.createRepository({ name, owner, creator: github.user, private: true });
  }
  const { SRC_API_URL, DST_API_URL } = place.sandbox.environment;
  source = await openRecordingHost(SRC_API_URL);
  target = await openRecordingHost(DST_API_URL);
  environment = { SRC_API_URL: source.url, DST_API_URL: target.url };
});

afterAll(async () => {
  await source[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

/** The first command runs in a process of its own. */
async function run(...args: string[]): Promise<Ended> {
  const start = outputs.length === 0 ? place.runAlone : place.run;
  const ended = await start([...args, '-vvv', '--log-file', 'run.log'], environment);
  outputs.push(ended.stdout, ended.stderr);
  return ended;
}

/** Manifests are made without a log. */
async function manifestOf(...args: string[]): Promise<Ended> {
  const ended = await place.run(['secrets', 'manifest', ...args], environment);
  outputs.push(ended.stdout, ended.stderr);
  return ended;
}

const read = (name: string): string => readFileSync(join(place.folder, name), 'utf8');
const discover = ['discover', '--workspace', 'acme-workspace', '--include-secrets'];
const listed = ['--output', 'list.md', '--force'];
const scaffoldArgs = ['--manifest', manifest, '--target-org', 'acme', ...listed];

function secretsOf(repository: string) {
  const { github } = place.sandbox;
  const { id } = github.findRepository(`acme/${repository}`) ?? { id: 0 };
  return github.secrets.ofRepository(id).secrets;
}

describe('the way of secrets, one command after the other', () => {
  it('lists the names of all three levels, page by page, and says first what it costs', async () => {
    const { code, stderr } = await run(...discover, '--output', inventory);
    expect(code).toBe(0);
    expect(stderr).toContain('at least 7 more requests');
    const { repositories } = JSON.parse(read(inventory)) as {
      repositories: { slug: string; secrets: Record<string, unknown> }[];
    };
    const of = (slug: string) => repositories.find((one) => one.slug === slug)?.secrets;
    const workspace = ['NPM_TOKEN', 'REGISTRY'];
    expect(of('web')).toEqual({
      repository: [...Array.from({ length: 12 }, (_, index) => `KEY_${index + 1}`), 'FLAVOUR'],
      workspace,
      deployments: { Test: [], Staging: [], Production: [] },
    });
    expect(of('api')).toEqual({
      repository: ['GITHUB_TOKEN'],
      workspace,
      deployments: { Test: [], Staging: [], Production: ['PIN'] },
    });
    expect(of('plain')).toEqual({ repository: [], workspace, deployments: {} });
  });

  it('writes a manifest in the documented shape, with the changed name', async () => {
    const { code, stderr } = await manifestOf('--inventory', inventory, '--output', manifest);
    expect(code).toBe(0);
    expect(stderr).toContain('api: GITHUB_TOKEN -> _GITHUB_TOKEN');
    const file = parse(read(manifest)) as Record<string, unknown>;
    expect(file.organization_secrets).toEqual([
      { name: 'NPM_TOKEN', visibility: 'private' },
      { name: 'REGISTRY', visibility: 'private' },
    ]);
    expect(file.repositories).toMatchObject({
      api: {
        secrets: [{ name: '_GITHUB_TOKEN', source: 'repository' }],
        environments: { Production: [{ name: 'PIN' }] },
      },
      plain: { secrets: [], environments: {} },
    });
  });

  it('keeps what a person has written when it is made again', async () => {
    const written = read(manifest)
      .replace('visibility: private', 'visibility: all # asked Kim')
      .replace('- name: KEY_7\n', '- name: KEY_SEVEN\n        source_name: KEY_7\n');
    place.write(manifest, written);
    const { code } = await manifestOf('--inventory', inventory, '--output', manifest, '--merge');
    expect(code).toBe(0);
    expect(read(manifest)).toBe(written);
  });

  it('says in a dry run what it would make, and writes nothing', async () => {
    const { code, stderr } = await run('secrets', 'scaffold', ...scaffoldArgs, '--dry-run');
    expect(code).toBe(0);
    expect(stderr).toContain('17 to create');
    const writes = place.sandbox.requests.filter(({ method }) => method === 'PUT');
    expect(writes).toEqual([]);
  });

  it('makes none without a license', async () => {
    const args = ['secrets', 'scaffold', ...scaffoldArgs];
    const { code, stderr } = await place.run(args, { ...environment, MIGRATOR_LICENSE: '' });
    expect(code).toBe(5);
    expect(stderr).toContain('No license found. Register for a free license');
    expect(place.sandbox.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('makes every secret with a placeholder that says what it is', async () => {
    const { code, stderr } = await run('secrets', 'scaffold', ...scaffoldArgs);
    expect(code).toBe(0);
    expect(stderr).toContain('17 created with a placeholder');
    expect([...secretsOf('web').keys()]).toContain('KEY_SEVEN');
    expect(secretsOf('api').get('_GITHUB_TOKEN')?.value).toBe(
      'PLACEHOLDER, not a value: fill in the value of the repository variable GITHUB_TOKEN',
    );
    const { github } = place.sandbox;
    const { id = 0 } = github.findAccount('acme') ?? {};
    expect(github.secrets.ofAccount(id).secrets.get('NPM_TOKEN')?.visibility).toBe('all');
    const { id: api = 0 } = github.findRepository('acme/api') ?? {};
    const production = github.secrets.environmentsOf(api).get('production');
    expect([...(production?.secrets.values() ?? [])].map((one) => one.value)).toEqual([
      'PLACEHOLDER, not a value: fill in the value of the deployment variable PIN',
    ]);
    // One for the organisation, one for each repository, one for the environment.
    const keys = place.sandbox.requests.filter(({ path }) => path.endsWith('/public-key'));
    expect(keys).toHaveLength(4);
    const webUrl = place.sandbox.environment.DST_GIT_URL;
    expect(read('list.md')).toContain(`(${webUrl}/acme/web/settings/secrets/actions)`);
    expect(read('list.md')).toContain('- [ ] `KEY_SEVEN` (repository variable `KEY_7`)');
  });

  it('touches nothing that is there when it is run again', async () => {
    const before = [...secretsOf('web').values()].map(({ updatedAt }) => updatedAt);
    later = 2;
    const { code, stderr } = await run('secrets', 'scaffold', ...scaffoldArgs);
    expect(code).toBe(0);
    expect(stderr).toContain('17 with a placeholder');
    expect([...secretsOf('web').values()].map(({ updatedAt }) => updatedAt)).toEqual(before);
  });

  it('tells filled-in values from placeholders, even when others wrote the manifest', async () => {
    const filled = secretsOf('web').get('KEY_1');
    if (filled === undefined) throw new Error('no KEY_1');
    filled.updatedAt = place.sandbox.github.now();
    secretsOf('web').delete('KEY_2');
    const { code, stderr } = await run('secrets', 'status', ...scaffoldArgs);
    expect(code).toBe(0);
    expect(stderr).toContain('15 with a placeholder, 1 filled in, 1 missing');
    expect(read('list.md')).toContain('- [x] `KEY_1` (repository variable), filled in');
    const elsewhere = { ...environment, MIGRATOR_STATE_DIR: join(place.folder, 'elsewhere') };
    const other = await place.run(['secrets', 'status', ...scaffoldArgs, '--json'], elsewhere);
    const { counts } = JSON.parse(other.stdout) as { counts: Record<string, number> };
    expect(counts).toMatchObject({ present: 16, missing: 1, placeholder: 0 });
  });

  it('has taken no value of the source anywhere', () => {
    expect(outputs.join('\n')).not.toContain(planted);
    expect(source.traffic.length).toBeGreaterThan(20);
    for (const passed of [...source.traffic, ...target.traffic]) {
      expect(passed).not.toContain(planted);
    }
    const files = filesBelow(place.folder).filter((path) => !path.includes('/hosts/'));
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((path) => readFileSync(path, 'latin1').includes(planted))).toEqual([]);
    const journal = filesBelow(join(place.folder, 'state', 'secrets'));
    expect(journal.length).toBeGreaterThan(0);
    for (const path of journal) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps nothing of values that a host sends although nobody asked', async () => {
    const { manners } = place.sandbox.bitbucket.pipelines;
    manners.ignoresFields = true;
    const ended = await run(...discover, '--output', 'again.json', '--force');
    manners.ignoresFields = false;
    expect(ended.code).toBe(0);
    // The host has sent them.
    expect(source.traffic.join('\n')).toContain(planted);
    const files = filesBelow(place.folder).filter((path) => !path.includes('/hosts/'));
    expect(files.filter((path) => readFileSync(path, 'latin1').includes(planted))).toEqual([]);
    expect(ended.stdout + ended.stderr).not.toContain(planted);
  });
});
