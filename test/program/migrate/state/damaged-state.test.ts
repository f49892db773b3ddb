import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  countCreated,
  hasMoved,
  targetOf,
} from '../../../helpers/repositories/migration-fixture.ts';
import { openWorkplace, type Workplace } from '../../../helpers/workplace.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-v'];
const again = [...runArguments, '--reset-state', '--yes'];

let place: Workplace;

function openPlaceForEach(): void {
  beforeEach(async () => {
    place = await openWorkplace();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

function statePath(): string {
  return join(place.folder, 'state', 'migrator.sqlite');
}

function keptStates(): string[] {
  const names = readdirSync(join(place.folder, 'state'));
  return names.filter((name) => name.startsWith('migrator.sqlite.damaged-'));
}

function garble(from: number): void {
  const bytes = readFileSync(statePath());
  bytes.fill(0xa5, from, from + 3000);
  writeFileSync(statePath(), bytes);
}

const damages: Readonly<Record<string, () => void>> = {
  'garbled from its first byte': () => garble(0),
  'emptied by a full disk': () => truncateSync(statePath()),
  'cut in the middle': () => truncateSync(statePath(), Math.floor(statSync(statePath()).size / 2)),
  'without its tables': () => {
    const database = new DatabaseSync(statePath());
    database.exec('PRAGMA foreign_keys = OFF; DROP TABLE object');
    database.close();
  },
  'a folder in its place': () => {
    rmSync(statePath());
    mkdirSync(statePath());
    writeFileSync(join(statePath(), 'note'), 'mine');
  },
};

function contentOf(path: string): string {
  return statSync(path).isDirectory()
    ? readdirSync(path).join()
    : readFileSync(path).toString('base64');
}

describe('a damaged state', () => {
  // One place for all, and the state of the same half-done run for each. What the target lacks then, the first that is
  // mended brings.
  let halfDone: Buffer;
  beforeAll(async () => {
    place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    place.sandbox.faults.add({
      host: 'github-git',
      path: /two\.git\/info\/refs\?service=git-receive-pack/,
      // Ours, and git's after it.
      times: 2,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    halfDone = readFileSync(statePath());
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });

  describe.each(Object.entries(damages))('that is %s', (_, damage) => {
    beforeAll(() => {
      const names = readdirSync(join(place.folder, 'state'));
      for (const name of names.filter((one) => one.startsWith('migrator.sqlite')))
        rmSync(join(place.folder, 'state', name), { recursive: true });
      writeFileSync(statePath(), halfDone);
      damage();
    });

    it('is reported with the ways out, and is never changed', async () => {
      const before = contentOf(statePath());
      const { code, stderr } = await place.run(runArguments);
      expect(stderr).toMatch(/The state at .*migrator\.sqlite is damaged/);
      for (const way of ['status', '--reset-repo', '--reset-state', '--resume <id>'])
        expect(stderr).toContain(way);
      expect(stderr).not.toContain('shows what is left');
      expect(code).toBe(8);
      expect(contentOf(statePath())).toBe(before);
    });

    it('is set aside by --reset-state unasked, and what the target has is found again', async () => {
      const before = contentOf(statePath());
      const made = countCreated(place);
      const { code, stdout, stderr } = await place.run([...runArguments, '--reset-state']);
      expect(stderr).toContain('The damaged state is kept as ');
      expect(stderr).toContain('one: create: reused');
      expect(stdout).toContain('2 done, 0 skipped, 0 failed');
      expect(code).toBe(0);
      expect(countCreated(place)).toBe(made);
      for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
      const [kept = ''] = keptStates();
      expect(kept).toMatch(/^migrator\.sqlite\.damaged-\d{8}$/);
      expect(contentOf(join(place.folder, 'state', kept))).toBe(before);
    });
  });
});

describe('--reset-state on a damaged state', () => {
  openPlaceForEach();

  it('finds pull requests and every comment again by their markers', async () => {
    await addPullRequests(place, 'web');
    expect((await place.run(runArguments)).code).toBe(0);
    const before = conversationsOf(place, 'web');
    const made = countCreated(place);
    garble(0);
    const { code, stdout, stderr } = await place.run(again);
    expect(stderr).toContain('migrator uses it with 6 pull requests of ours');
    expect(stdout).toContain('6 pull requests with 5 comments migrated');
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toEqual(before);
    expect(countCreated(place)).toBe(made);
  });

  it('makes no pull request twice when the key was lost with it, and finds them once it is back', async () => {
    await addPullRequests(place, 'web');
    expect((await place.run(runArguments)).code).toBe(0);
    const before = conversationsOf(place, 'web');
    const made = countCreated(place);
    const keyPath = join(place.folder, 'state', 'marker.key');
    const key = readFileSync(keyPath);
    rmSync(keyPath);
    garble(0);
    const refused = await place.run(again);
    expect(refused.stderr).toContain('Repository already exists: acme/web');
    expect(refused.stderr).toContain('marker.key, which identifies ours, is missing');
    expect(refused.stderr).toContain('Copy marker.key from the state folder of the machine');
    expect(refused.code).toBe(3);
    writeFileSync(keyPath, key);
    const { code, stderr } = await place.run(again);
    expect(stderr).toContain('migrator uses it with 6 pull requests of ours');
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toEqual(before);
    expect(countCreated(place)).toBe(made);
  });

  it('makes no pull request twice with a key that is not the one they were made with', async () => {
    await addPullRequests(place, 'web');
    expect((await place.run(runArguments)).code).toBe(0);
    const made = countCreated(place);
    writeFileSync(join(place.folder, 'state', 'marker.key'), `${'5a'.repeat(32)}\n`);
    garble(0);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain(
      '6 pull requests of this source on it were created with another marker.key',
    );
    expect(stdout).toContain('Copy marker.key');
    expect(code).toBe(6);
    expect(countCreated(place)).toBe(made);
  });

  it('continues a half-written conversation after the state was lost', async () => {
    await addPullRequests(place, 'web');
    const { faults } = place.sandbox;
    faults.add({
      host: 'github',
      method: 'POST',
      path: /comments/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'slow', ms: 500 },
    });
    const running = place.start(runArguments);
    await expect.poll(() => countCreated(place), { timeout: 30_000 }).toBeGreaterThan(8);
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    // What is not in the file yet would mend it.
    rmSync(`${statePath()}-wal`);
    garble(0);
    const { code, stderr } = await place.run(again);
    expect(stderr).toMatch(/migrator uses it with \d pull requests of ours/);
    expect(code).toBe(0);
    const lines = conversationsOf(place, 'web');
    expect(lines.filter((line) => / (merged|open|closed)$/.test(line))).toHaveLength(6);
    for (const text of ['A general remark', 'On the line', 'A reply', 'On the file', 'Elsewhere'])
      expect(lines.filter((line) => line.includes(text))).toHaveLength(1);
  });

  it('continues by the plan alone when that run was killed as well', async () => {
    await addRepositories(place, 'one');
    expect((await place.run(runArguments)).code).toBe(0);
    garble(0);
    const running = place.start([...again, '-vv']);
    await running.until('one: fetch ...');
    running.child.kill('SIGKILL');
    await running.ended;
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('one: create: reused');
    expect(code).toBe(0);
  });

  it('takes over nothing that holds refs of somebody else, and leaves it as it is', async () => {
    await addRepositories(place, 'one', 'two');
    expect((await place.run(runArguments)).code).toBe(0);
    const theirs = makeRepository(place.folder, 'theirs');
    git(theirs, 'push', '-q', targetOf(place, 'one'), 'main:theirs');
    const refs = refsOf(targetOf(place, 'one'));
    garble(0);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain('Repository already exists: acme/one');
    expect(stdout).toContain('1 ref that the source does not have (refs/heads/theirs)');
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expect(code).toBe(6);
    expect(refsOf(targetOf(place, 'one'))).toBe(refs);
  });

  it('takes over nothing that more people see than the plan says', async () => {
    await addRepositories(place, 'one');
    expect((await place.run(runArguments)).code).toBe(0);
    const target = place.sandbox.github.findRepository('acme/one');
    if (target !== null) target.private = false;
    garble(0);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain('it is public, and the plan says private');
    expect(code).toBe(6);
  });

  it('needs the plan, which a damaged state cannot give', async () => {
    await addRepositories(place, 'one');
    expect((await place.run(runArguments)).code).toBe(0);
    garble(0);
    const resume = ['migrate', '--resume', 'mig_000000000000', '--reset-state', '--yes'];
    const { code, stderr } = await place.run(resume);
    expect(stderr).toContain('migrator migrate --plan <file> --reset-state');
    expect(code).toBe(8);
    expect(keptStates()).toEqual([]);
  });

  it('serves every plan whose migration was lost with the state', async () => {
    await addRepositories(place, 'one', 'two');
    for (const slug of ['one', 'two']) {
      place.write('plan.json', place.plan(slug));
      expect((await place.run(runArguments)).code).toBe(0);
    }
    garble(0);
    expect((await place.run(again)).code).toBe(0);
    place.write('plan.json', place.plan('one'));
    expect((await place.run(runArguments)).code).toBe(3);
    expect((await place.run(again)).stderr).toContain('one: create: reused');
  });
});

describe('a state that is sound', () => {
  openPlaceForEach();

  it('has a way on where the key is lost for good', async () => {
    await addPullRequests(place, 'web');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/issues\/1\/comments$/,
      action: { kind: 'status', status: 403, body: '{"message":"Forbidden"}' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    rmSync(join(place.folder, 'state', 'marker.key'));
    const { stderr } = await place.run(runArguments);
    const cancel = /migrate --cancel mig_\w{12}/.exec(stderr)?.[0] ?? '';
    expect((await place.run([...cancel.split(' '), '--yes'])).code).toBe(0);
    place.sandbox.faults.clear();
    const { code } = await place.run([...runArguments, '--overwrite', '--yes']);
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web').length).toBeGreaterThan(0);
  });

  it('continues nothing without the key that its pull requests were created with', async () => {
    await addPullRequests(place, 'web');
    place.sandbox.faults.add({
      host: 'github',
      method: 'POST',
      path: /\/issues\/1\/comments$/,
      action: { kind: 'status', status: 403, body: '{"message":"Forbidden"}' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    const made = countCreated(place);
    const keyPath = join(place.folder, 'state', 'marker.key');
    const key = readFileSync(keyPath);
    rmSync(keyPath);
    const [id = ''] = /mig_\w{12}/.exec((await place.run(['status', '--list'])).stdout) ?? [];
    for (const argv of [runArguments, ['verify', '--migration', id]]) {
      const { code, stderr } = await place.run(argv);
      expect(stderr).toContain('The state folder lacks marker.key');
      expect(code).toBe(8);
    }
    expect(countCreated(place)).toBe(made);
    expect(existsSync(keyPath)).toBe(false);
    writeFileSync(keyPath, key);
    expect((await place.run(runArguments)).code).toBe(0);
  });

  it('is not set aside, and its target is not taken for anybody’s', async () => {
    await addRepositories(place, 'one', 'two');
    place.write('plan.json', place.plan('one'));
    expect((await place.run(runArguments)).code).toBe(0);
    expect((await place.run(again)).code).toBe(0);
    expect(keptStates()).toEqual([]);
    // A plan of its own for a target that exists: nothing was lost that could have made it.
    place.write('plan.json', place.plan('two:one'));
    const { code, stderr } = await place.run(again);
    expect(stderr).toContain('Repository already exists: acme/one');
    expect(code).toBe(3);
  });

  it('of a newer version is never changed, whatever is asked for', async () => {
    await addRepositories(place, 'one');
    expect((await place.run(runArguments)).code).toBe(0);
    const database = new DatabaseSync(statePath());
    database.exec('PRAGMA user_version = 99');
    database.close();
    const before = contentOf(statePath());
    const { code, stderr } = await place.run(again);
    expect(stderr).toMatch(/The state at \S+ was written by a newer version of migrator/);
    expect(code).toBe(8);
    expect(contentOf(statePath())).toBe(before);
  });
});
