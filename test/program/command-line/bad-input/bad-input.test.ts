import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFile } from '../../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { makeRepository } from '../../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../../helpers/repositories/host-copy.ts';
import { migrateGood, wrongArguments } from './wrong-arguments.ts';
import { wrongEnvironment } from './wrong-environment.ts';

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
  expect(none.stdout).toMatch(/^No migrations yet\.\n/);
  expect(none.code).toBe(0);
});

describe('bad input is one clear message and the right exit code, before anything is written', () => {
  it.each([...wrongArguments, ...wrongEnvironment])(
    '$what',
    async ({ args, code, says, files, environment }) => {
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
    },
  );
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
    expect(stderr).toContain('2 repositories: api, lost');
    expect(stderr).toContain('acme-workspace/gone does not exist');
    expect(stderr).toContain('2 repositories: gone, lost');
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
