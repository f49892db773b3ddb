import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importerRules } from '../../../sandbox/github/importer/importer-rules.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import {
  addPullRequests,
  addRepositories,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { addTargetRepository } from '../../helpers/secrets/target-secrets.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';

let place: Workplace;
let named = 0;
let name: string;
const importer = () => place.sandbox.github.importer;
const target = () => place.sandbox.github.findRepository(`acme/${name}`);
const migrate = ['migrate', '--plan', 'plan.json', '--engine', 'archive'];

beforeAll(async () => {
  place = await openWorkplace({ limits: { github: unlimitedGithub } });
  await addPullRequests(place, 'web');
});
afterAll(() => place[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(importer().rules, importerRules, honest);
  named += 1;
  name = `web-${named}`;
  place.write('plan.json', place.plan(`web:${name}`));
});

describe('before anything is read, an import is refused', () => {
  async function refused(environment: Readonly<Record<string, string | undefined>> = {}) {
    const begun = importer().imports.length;
    const { code, stderr } = await place.run(migrate, environment);
    expect(importer().imports.length).toBe(begun);
    expect(target()).toBeNull();
    expect(stderr).not.toContain('archive:');
    return { code, stderr };
  }

  it('to a target without an importer', async () => {
    const { code, stderr } = await refused({ DST_UPLOADS_URL: undefined });
    expect(stderr).toContain('has no importer');
    expect(stderr).toContain('--export DIR');
    expect(code).toBe(3);
  });

  it('with a token that has not all scopes', async () => {
    const DST_TOKEN = place.sandbox.github.tokens.add({ scopes: ['repo', 'workflow'] });
    const { code, stderr } = await refused({ DST_TOKEN });
    expect(stderr).toContain('The importer needs more scopes: admin:org');
    expect(code).toBe(4);
  });

  it('where the organization may not import', async () => {
    importer().rules.plans = [];
    const { stderr } = await refused();
    expect(stderr).toContain('the organization cannot use the importer');
  });
});

describe('an import that fails', () => {
  it('says why, and is started anew by a resume', async () => {
    importer().rules.archiveHours = 0;
    const failed = await place.run(migrate);
    expect(failed.code).toBe(6);
    expect(failed.stderr).toContain('could not import it: Git archive URL returned a HTTP 404');
    expect(target()).toBeNull();
    importer().rules.archiveHours = importerRules.archiveHours;
    const id = await newestMigration(place);
    const { code, stderr } = await place.run(['migrate', '--resume', id]);
    expect(code, stderr).toBe(0);
    expect(target()?.pulls.length).toBe(6);
    expect((await place.run(['verify', '--migration', id])).code).toBe(0);
  });

  it('leaves a repository of somebody else alone that has the name by then', async () => {
    importer().rules.archiveHours = 0;
    expect((await place.run(migrate)).code).toBe(6);
    importer().rules.archiveHours = importerRules.archiveHours;
    addTargetRepository(place.sandbox, name);
    const theirs = target();
    const { code, stderr } = await place.run(['migrate', '--resume', await newestMigration(place)]);
    expect(stderr).toContain(`acme/${name}`);
    expect(code).not.toBe(0);
    expect(target()).toBe(theirs);
    expect(target()?.pulls).toEqual([]);
  });
});

it('waits for a state that nobody knows yet, and says so', async () => {
  importer().rules.unknownState = 'POLISHING';
  const { code, stderr } = await place.run(migrate);
  expect(stderr).toContain('reports the unknown state POLISHING');
  expect(code, stderr).toBe(0);
});

it('is chosen by the plan as well, which plan --engine archive writes', async () => {
  const workspace = [
    '--workspace',
    place.sandbox.workspace,
    '--output',
    'inventory.json',
    '--force',
  ];
  await place.run(['discover', ...workspace]);
  const planned = ['--inventory', 'inventory.json', '--target-org', 'acme', '--engine', 'archive'];
  const renamed = ['--rename', `web=${name}`, '--output', 'plan.json', '--force'];
  const { code, stderr } = await place.run(['plan', ...planned, ...renamed]);
  expect(code, stderr).toBe(0);
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  const [newest] = importer().imports.slice(-1);
  expect(newest).toMatchObject({ repositoryName: name, state: 'SUCCEEDED' });
});

it('writes each comment by itself', async () => {
  const { code, stderr } = await place.run([...migrate, '--comments', 'folded']);
  expect(stderr).toContain('comments: folded needs --engine rest');
  expect(code).toBe(2);
});

it('keeps one engine from the first repository to the last', async () => {
  expect((await place.run(migrate)).code).toBe(0);
  const id = await newestMigration(place);
  const rest = await place.run(['migrate', '--resume', id, '--engine', 'rest']);
  expect(rest).toMatchObject({ code: 2 });
  expect(rest.stderr).toContain(`Migration ${id} started with --engine archive`);
  const exported = await place.run(['migrate', '--resume', id, '--export', 'out']);
  expect(exported).toMatchObject({ code: 2 });
});

it('starts over only once its target is gone', async () => {
  expect((await place.run(migrate)).code).toBe(0);
  const reset = [
    'migrate',
    '--resume',
    await newestMigration(place),
    '--reset-repo',
    'web',
    '--yes',
  ];
  const refused = await place.run(reset);
  expect(refused.stderr).toContain('an import can only create repositories');
  expect(refused.code).toBe(6);
  await place.sandbox.github.deleteRepository(`acme/${name}`);
  const { code, stderr } = await place.run(reset);
  expect(code, stderr).toBe(0);
  expect(target()?.pulls.length).toBe(6);
});

it('migrates no pull requests where none are wanted', async () => {
  const { code, stdout } = await place.run([...migrate, '--no-pull-requests']);
  expect(code, stdout).toBe(0);
  expect(target()?.pulls).toEqual([]);
});

it('refuses a repository that is larger than the importer takes', async () => {
  const padding = join(place.sandbox.bitbucket.gitDirectory('web'), 'objects', 'info', 'padding');
  mkdirSync(dirname(padding), { recursive: true });
  writeFileSync(padding, '');
  truncateSync(padding, 41e9);
  const { code, stderr } = await place.run(migrate);
  rmSync(padding);
  expect(stderr).toContain('web has 41 GB, but the importer accepts 40 GB');
  expect(code).not.toBe(0);
});

it('aborts the import of a cancelled migration', async () => {
  importer().rules.pollsPerState = 1_000_000;
  const running = place.start(migrate);
  await expect.poll(() => importer().imports.some((one) => one.repositoryName === name)).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
  const id = await newestMigration(place);
  const cancelled = await place.run(['migrate', '--cancel', id, '--yes']);
  expect(cancelled.stdout).toContain(`acme/${name}  its import was aborted`);
  expect(cancelled.code).toBe(0);
  expect(importer().imports.at(-1)?.failureReason).toBe('Migration was aborted');
  const again = await place.run(['migrate', '--cancel', id, '--yes'], { DST_TOKEN: '' });
  expect(again.stdout).toContain(`acme/${name}  an import that may still finish`);
  expect(again.stderr).toContain('Could not ask GitHub to abort an import');
  expect(again.code).toBe(0);
});

it('aborts the import of a cancelled migration that was killed before it knew its id', async () => {
  importer().rules.pollsPerState = 1_000_000;
  const { faults } = place.sandbox;
  const answered = Promise.withResolvers<void>();
  const uploaded = importer().archives.size;
  faults.decide(({ host, method, target }) => {
    const isStart = host === 'github' && method === 'POST' && target.includes('graphql');
    if (!isStart || importer().archives.size === uploaded) return null;
    return { kind: 'held', until: answered.promise };
  });
  const running = place.start(migrate);
  await expect.poll(() => importer().imports.some((one) => one.repositoryName === name)).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
  faults.clear();
  answered.resolve();
  const id = await newestMigration(place);
  const cancelled = await place.run(['migrate', '--cancel', id, '--yes']);
  expect(cancelled.stdout).toContain(`acme/${name}  its import was aborted`);
  expect(importer().imports.at(-1)?.failureReason).toBe('Migration was aborted');
});

it('reads and uploads others while it waits for imports', async () => {
  const names = ['a', 'b', 'c'].map((one) => `${name}-${one}`);
  const { bitbucket } = place.sandbox;
  await addRepositories(place, ...names);
  expect(bitbucket.repositories.length).toBeGreaterThan(3);
  place.write('plan.json', place.plan(...names));
  importer().rules.pollsPerState = 1_000_000;
  const running = place.run([...migrate, '--workers', '1']);
  const begun = () => importer().imports.filter((one) => names.includes(one.repositoryName));
  await expect.poll(() => begun().length).toBe(3);
  expect(begun().every(({ endedAt }) => endedAt === null)).toBe(true);
  importer().rules.pollsPerState = 1;
  const { code, stderr } = await running;
  expect(code, stderr).toBe(0);
  expect(begun().map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
});
