import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../../../sandbox/github/accounts/account-book.ts';
import { importerRules } from '../../../sandbox/github/importer/importer-rules.ts';
import { startImport } from '../../../sandbox/github/importer/imports.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addPullRequests, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
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

/** Called when an import ends, before anybody sees it. */
function atEnd(hook: () => void): void {
  const { archives } = importer();
  const own = Map.prototype.delete.bind(archives) as typeof archives.delete;
  archives.delete = (guid) => {
    archives.delete = own;
    hook();
    return own(guid);
  };
}

/** Somebody else imports the newest archive into the same name. */
function importOfOthers(): void {
  const { github } = place.sandbox;
  const organization = github.findAccount('acme');
  const [archive] = [...importer().archives.values()].slice(-1);
  if (organization === null || archive === undefined) throw new Error('nothing to import');
  const type = 'GITHUB_ARCHIVE';
  startImport(github, {
    ...{ organization, repositoryName: name, visibility: 'private', continueOnError: true },
    source: { id: 1, organization, name: 'theirs', url: 'https://gitlab.example', type },
    sourceUrl: 'https://gitlab.example/others/web',
    archiveUrl: `gei://archive/${archive.guid}`,
    startedBy: github.user,
  });
}

describe('an import beside work of others', () => {
  it('takes no import of theirs for its own where the start was lost', async () => {
    const before = importer().imports.length;
    place.sandbox.faults.decide(({ target: path, host }) => {
      const isStart = host === 'github' && path === '/graphql' && importer().archives.size > 0;
      if (!isStart || importer().imports.length > before) return null;
      importOfOthers();
      return { kind: 'reset' };
    });
    await place.run(migrate);
    place.sandbox.faults.clear();
    const made = importer().imports.slice(before);
    // Ours was started as well, and is what was looked at.
    expect(made.map(({ source }) => source.name)).toEqual(['theirs', 'Bitbucket']);
    expect(made[0]?.polls).toBe(0);
  });

  it('writes nothing to a repository that has the name when it ends', async () => {
    atEnd(() => {
      place.sandbox.github.renameRepository(`acme/${name}`, `${name}-ours`);
      addTargetRepository(place.sandbox, name);
    });
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(6);
    expect(stderr).toContain('is not the imported repository');
    const written = place.sandbox.requests
      .slice(before)
      .filter(({ method, path }) => method !== 'GET' && path.includes(`/${name}`));
    expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('is not begun while another of the same name goes on', async () => {
    importer().rules.pollsPerState = 1_000_000;
    const running = place.start(migrate);
    const ours = () => importer().imports.filter((one) => one.repositoryName === name);
    await expect.poll(() => ours().length).toBe(1);
    running.child.kill('SIGKILL');
    await running.ended;
    // Without a token it cannot be aborted.
    const cancel = ['migrate', '--cancel', await newestMigration(place), '--yes'];
    await place.run(cancel, { DST_TOKEN: '' });
    const { code, stderr } = await place.run(migrate);
    expect(stderr).toContain('is still importing another archive as');
    expect(code).toBe(6);
    expect(ours().length).toBe(1);
  });
});

describe('what came of an import that nobody has seen end', () => {
  it('is started over where its repository was deleted since, as the hint says', async () => {
    atEnd(() => void place.sandbox.github.deleteRepository(`acme/${name}`));
    const first = await place.run(migrate);
    expect(first.stdout).toContain('--reset-repo');
    const id = await newestMigration(place);
    const again = await place.run(['migrate', '--resume', id, '--reset-repo', 'web', '--yes']);
    expect(again.code, again.stderr).toBe(0);
    expect(target()?.pulls.length).toBe(6);
  });

  it('counts although its log cannot be read', async () => {
    const { logsUrl } = importer();
    importer().logsUrl = 'http://127.0.0.1:1';
    const { code, stderr } = await place.run(migrate);
    importer().logsUrl = logsUrl;
    expect(stderr).toContain('provides no log');
    expect(code, stderr).toBe(0);
  });

  it('leaves no token in the state, whatever its log repeats', async () => {
    const scopes = ['repo', 'workflow', 'admin:org'];
    const token = place.sandbox.github.tokens.add({ scopes });
    const { imports } = importer();
    imports.push = (one) => {
      one.log.push(`[2024-01-01T00:00:00Z] WARN -- used ${token} to read`);
      return Array.prototype.push.call(imports, one);
    };
    const { code, stdout, stderr } = await place.run([...migrate, '-vvv'], { DST_TOKEN: token });
    imports.push = Array.prototype.push;
    expect(code, stderr).toBe(0);
    const state = join(place.folder, 'state');
    const files = readdirSync(state).filter((file) => file.startsWith('migrator.sqlite'));
    const kept = files.map((file) => readFileSync(join(state, file), 'latin1')).join('');
    expect(kept.includes(token) || `${stdout}${stderr}`.includes(token)).toBe(false);
  });
});

describe('an import whose plan is edited meanwhile', () => {
  it('does not count as whole without the pull requests that are wanted now', async () => {
    const plan = place.plan(`web:${name}`);
    const selected = (migrate: boolean) =>
      place.write('plan.json', { ...plan, options: { pull_requests: { migrate } } });
    selected(false);
    const before = importer().imports.length;
    place.sandbox.faults.decide(({ target: path, host }) => {
      const isLook = host === 'github' && path === '/graphql' && importer().imports.length > before;
      return isLook ? { kind: 'status', status: 401, body: '{}' } : null;
    });
    await place.run(migrate);
    place.sandbox.faults.clear();
    selected(true);
    const { code, stderr } = await place.run(migrate);
    expect(stderr).toContain('was imported without pull requests, but the plan now includes them');
    expect(code).toBe(6);
  });
});

it('invites nobody for an account that two sources have in common', async () => {
  expect((await place.run(migrate)).code).toBe(0);
  const id = await newestMigration(place);
  const [ours] = importer().mannequins;
  if (ours === undefined) throw new Error('nobody was imported');
  const { login } = ours.account;
  const twin = makeAccount({ kind: 'mannequin', login, name: 'Another' }, importer().nextId());
  importer().mannequins.push({ ...ours, source: 'https://gitlab.example/x', account: twin });
  const { stdout } = await place.run(['users', 'status', '--migration', id]);
  expect(stdout).toContain('no placeholder account, or several matches');
});
