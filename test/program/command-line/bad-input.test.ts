import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFile } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await hostCopy(place.sandbox.bitbucket, {
    slug: 'api',
    from: makeRepository(place.folder, 'api'),
  });
  place.write('good.json', place.plan('api'));
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly says: string | RegExp;
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const migrateGood = ['migrate', '--plan', 'good.json'];

const cases: readonly Case[] = [
  { what: 'an unknown command', args: ['migrat'], code: 2, says: 'Did you mean migrate?' },
  {
    what: 'an unknown option',
    args: ['migrate', '--plann', 'x'],
    code: 2,
    says: 'Did you mean --plan?',
  },
  {
    what: 'no plan and no migration',
    args: ['migrate'],
    code: 2,
    says: 'migrate needs --plan or --resume',
  },
  {
    what: 'an option without its value',
    args: ['migrate', '--plan'],
    code: 2,
    says: '--plan needs a value',
  },
  {
    what: 'no workers',
    args: [...migrateGood, '--workers', '0'],
    code: 2,
    says: '--workers takes a whole number from 1 to 32, not "0"',
  },
  {
    what: 'a number that is none',
    args: [...migrateGood, '--delay', '1s'],
    code: 2,
    says: '--delay takes a whole number from 0 to 86400000, not "1s"',
  },
  {
    what: 'a surplus word',
    args: [...migrateGood, 'now'],
    code: 2,
    says: 'migrate does not take "now"',
  },
  {
    what: 'an option given twice',
    args: [...migrateGood, '--plan', 'x'],
    code: 2,
    says: 'can only be set once',
  },
  {
    what: 'a missing required option',
    args: ['discover'],
    code: 2,
    says: 'discover needs --workspace',
  },
  { what: 'an unknown shell', args: ['completion', 'tcsh'], code: 2, says: 'bash, zsh or fish' },
  {
    what: 'a plan that is not there',
    args: ['migrate', '--plan', 'nowhere.json'],
    code: 3,
    says: 'The plan nowhere.json does not exist',
  },
  {
    what: 'a plan that is not JSON',
    args: ['migrate', '--plan', 'bad.json'],
    code: 3,
    says: /Invalid plan bad\.json: line 2, column/,
    files: { 'bad.json': '{\n  "version": ,\n}' },
  },
  {
    what: 'a plan with an unknown key',
    args: ['migrate', '--plan', 'key.json'],
    code: 3,
    says: 'unknown key repositorys (did you mean repositories?)',
    files: { 'key.json': '{"version":1,"repositorys":[]}' },
  },
  {
    what: 'a plan of another version',
    args: ['migrate', '--plan', 'v9.json'],
    code: 3,
    says: 'version',
    files: { 'v9.json': '{"version":9}' },
  },
  {
    what: 'an inventory that is not there',
    args: ['plan', '--inventory', 'nowhere.json', '--target-org', 'acme'],
    code: 3,
    says: 'The inventory nowhere.json does not exist',
  },
  {
    what: 'an inventory that is malformed',
    args: ['plan', '--inventory', 'inv.json', '--target-org', 'acme'],
    code: 3,
    says: /Invalid inventory inv\.json: .*repositories/,
    files: {
      'inv.json':
        '{"version":1,"source":{"kind":"bitbucket-cloud","workspace":"w"},"repositories":{}}',
    },
  },
  {
    what: 'a configuration that is not there',
    args: [...migrateGood, '--config', 'nowhere.yaml'],
    code: 3,
    says: 'The configuration nowhere.yaml does not exist',
  },
  {
    what: 'a configuration with an unknown key',
    args: [...migrateGood, '--config', 'key.yaml'],
    code: 3,
    says: 'line 2, column 3: unknown key migration.includ_lfs (did you mean include_lfs?)',
    files: { 'key.yaml': 'migration:\n  includ_lfs: true\n' },
  },
  {
    what: 'a configuration with a value of the wrong type',
    args: [...migrateGood, '--config', 'type.yaml'],
    code: 3,
    says: 'line 1, column 33',
    files: { 'type.yaml': 'migration: { "timeout_seconds": soon }\n' },
  },
  {
    what: 'a repository that the source does not have',
    args: ['migrate', '--plan', 'gone.json'],
    code: 3,
    says: 'acme-workspace/gone does not exist',
    files: {},
  },
  {
    what: 'a plan for another kind of host than the credentials',
    args: ['migrate', '--plan', 'kind.json'],
    code: 3,
    says: 'The plan is for bitbucket-data-center, and the credentials are for bitbucket-cloud',
  },
  {
    what: 'a workspace that is not there',
    args: ['discover', '--workspace', 'no-such-workspace'],
    code: 3,
    says: 'no-such-workspace',
  },
  {
    what: 'no source credentials',
    args: ['discover', '--workspace', 'acme-workspace'],
    code: 4,
    says: 'SRC_API_TOKEN',
    environment: { SRC_USERNAME: undefined, SRC_API_TOKEN: undefined },
  },
  {
    what: 'wrong source credentials',
    args: ['discover', '--workspace', 'acme-workspace'],
    code: 4,
    says: '401 Unauthorized',
    environment: { SRC_API_TOKEN: 'ATATT-wrong-token-0000' },
  },
  {
    what: 'two kinds of source credentials',
    args: ['discover', '--workspace', 'acme-workspace'],
    code: 3,
    says: 'SRC_ACCESS_TOKEN',
    environment: { SRC_ACCESS_TOKEN: 'another-token' },
  },
  {
    what: 'a Data Center token without its address',
    args: ['discover', '--workspace', 'acme-workspace'],
    code: 3,
    says: 'SRC_DATA_CENTER_URL',
    environment: {
      SRC_USERNAME: undefined,
      SRC_API_TOKEN: undefined,
      SRC_TOKEN: 'data-center-token',
    },
  },
  {
    what: 'no target credentials',
    args: migrateGood,
    code: 4,
    says: 'DST_TOKEN',
    environment: { DST_TOKEN: undefined },
  },
  {
    what: 'wrong target credentials',
    args: migrateGood,
    code: 4,
    says: '401 Unauthorized',
    environment: { DST_TOKEN: 'ghp_wrongwrongwrongwrong' },
  },
  {
    what: 'plain http to a host that is not this machine',
    args: migrateGood,
    code: 3,
    says: 'https',
    environment: { DST_API_URL: 'http://github.example.com' },
  },
  {
    what: 'a host that nobody listens on',
    args: migrateGood,
    code: 7,
    says: '127.0.0.1:9',
    environment: { DST_API_URL: 'http://127.0.0.1:9' },
  },
  {
    what: 'no git on the PATH',
    args: migrateGood,
    code: 3,
    says: 'git',
    environment: { PATH: '/nonexistent' },
  },
  {
    what: 'no git-lfs where LFS is asked for',
    args: [...migrateGood, '--config', 'lfs.yaml'],
    code: 3,
    says: 'git-lfs',
    files: { 'lfs.yaml': 'migration:\n  include_lfs: true\n' },
    environment: { PATH: 'only-git' },
  },
  {
    what: 'a migration that is not there',
    args: ['migrate', '--resume', 'mig_000000000000'],
    code: 8,
    says: 'No migration mig_000000000000',
  },
  {
    what: 'a state folder that cannot be made',
    args: migrateGood,
    code: 8,
    says: 'MIGRATOR_STATE_DIR',
    environment: { MIGRATOR_STATE_DIR: '/dev/null/state' },
  },
  {
    what: 'a state folder that cannot be made, found in the checks',
    args: migrateGood,
    code: 8,
    says: 'Cannot create the state folder /proc/nowhere',
    environment: { MIGRATOR_STATE_DIR: '/proc/nowhere' },
  },
  {
    what: 'a state folder that is a file, where migrations are listed',
    args: ['status', '--list'],
    code: 8,
    says: 'Cannot use the state folder /dev/null: it is not a folder',
    environment: { MIGRATOR_STATE_DIR: '/dev/null' },
  },
  {
    what: 'a state folder below a file, where migrations are listed',
    args: ['status', '--list'],
    code: 8,
    says: 'Cannot use the state folder /dev/null/state: /dev/null is not a folder',
    environment: { MIGRATOR_STATE_DIR: '/dev/null/state' },
  },
  {
    what: 'a log file that cannot be written',
    args: [...migrateGood, '--log-file', '/proc/nowhere/log'],
    code: 2,
    says: 'Cannot write to the log file /proc/nowhere/log',
  },
];

const wrongKind = {
  version: 1,
  source: { kind: 'bitbucket-data-center', workspace: 'acme-workspace' },
  target: { organization: 'acme' },
  repositories: [{ source: 'api', target: 'api' }],
};

it('a state folder that cannot be created is reported with all other problems before anything is written', async () => {
  place.write('gone.json', place.plan('api', 'gone'));
  const environment = { MIGRATOR_STATE_DIR: '/proc/nowhere' };
  const { code, stderr } = await place.run(['migrate', '--plan', 'gone.json'], environment);
  expect(stderr).toContain('error  Cannot create the state folder /proc/nowhere\n');
  expect(stderr).toContain('gone');
  expect(stderr).not.toContain('All checks passed');
  expect(stderr).not.toMatch(/error .*ENOENT/);
  expect(code).toBe(3);
  const none = await place.run(['status', '--list'], {
    MIGRATOR_STATE_DIR: join(place.folder, 'not-yet'),
  });
  expect(none.stdout).toBe('No migrations yet.\n');
  expect(none.code).toBe(0);
});

describe('bad input is one clear message and the right exit code, before anything is written', () => {
  it.each(cases)('$what', async ({ args, code, says, files, environment }) => {
    place.write('gone.json', place.plan('api', 'gone'));
    place.write('kind.json', wrongKind);
    for (const [name, content] of Object.entries(files ?? {})) place.write(name, content);
    const settings = { ...environment };
    if (settings.PATH === 'only-git') settings.PATH = folderWithGitAlone();
    const before = place.sandbox.github.repositories.length;
    const ended = await place.run(args, settings);
    const errors = ended.stderr.split('\n').filter((line) => line.startsWith('error'));
    expect(ended.stderr).toMatch(says);
    expect(ended.code).toBe(code);
    expect(errors).toHaveLength(1);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(place.sandbox.github.repositories).toHaveLength(before);
  });
});

describe.runIf(process.platform === 'linux')('a full disk behind standard output', () => {
  it.each([['--help'], ['status', '--list']])('is a sentence and exit code 1 for %s', (...args) => {
    const full = openSync('/dev/full', 'w');
    const ended = spawnSync(process.execPath, [programFile, ...args], {
      env: { ...place.sandbox.environment, PATH: process.env.PATH },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(ended.stderr).toMatch(/^error {2}Cannot write to standard output \(ENOSPC\)$/m);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.status).toBe(1);
  });
});

describe('several problems', () => {
  it('are reported all at once', async () => {
    const owner = place.sandbox.github.findAccount(place.sandbox.organization);
    if (owner === null) throw new Error('the sandbox has no organization');
    await place.sandbox.github.createRepository({ owner, creator: owner, name: 'taken' });
    await place.sandbox.github.createRepository({ owner, creator: owner, name: 'Also-Taken' });
    place.write('many.json', place.plan('api:taken', 'gone:new', 'lost:also-taken'));
    const { code, stderr } = await place.run(['migrate', '--plan', 'many.json']);
    expect(code).toBe(3);
    expect(stderr).toContain('Repository already exists: acme/taken');
    expect(stderr).toContain('Repository already exists: acme/also-taken');
    expect(stderr).toContain('acme-workspace/gone does not exist');
    expect(stderr).toContain('acme-workspace/lost does not exist');
  });

  it('of both hosts are reported together', async () => {
    const wrong = {
      SRC_API_TOKEN: 'ATATT-wrong-token-0000',
      DST_TOKEN: 'ghp_wrongwrongwrongwrong',
    };
    const { code, stderr } = await place.run(migrateGood, wrong);
    expect(code).toBe(4);
    expect(stderr.match(/401 Unauthorized/g)).toHaveLength(2);
  });
});

/** A PATH that has git and what git itself needs, and no git-lfs. */
function folderWithGitAlone(): string {
  const folder = join(place.folder, 'only-git');
  mkdirSync(folder, { recursive: true });
  const found = execFileSync('sh', ['-c', 'command -v git setsid sh'], { encoding: 'utf8' });
  for (const path of found.trim().split('\n')) {
    const link = join(folder, path.split('/').at(-1) ?? '');
    try {
      symlinkSync(path, link);
    } catch {
      writeFileSync(join(folder, 'again'), '');
    }
  }
  return folder;
}
