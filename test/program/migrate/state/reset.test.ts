import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkplace } from '../../../helpers/program/workplace.ts';
import { git, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  countCreated,
  hasMoved,
  newestMigration,
  targetOf,
} from '../../../helpers/repositories/migration-fixture.ts';
import { share } from '../../../helpers/share.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-v'];

/** Brought over already. */
const three = share(async () => {
  const opened = await openWorkplace();
  await addRepositories(opened, 'one', 'two', 'three');
  expect((await opened.run(runArguments)).code).toBe(0);
  return opened;
});
const withPullRequests = share(async () => {
  const opened = await openWorkplace();
  await addPullRequests(opened, 'web');
  expect((await opened.run(runArguments)).code).toBe(0);
  return opened;
});

describe('--reset-repo', () => {
  it('goes through one repository of a completed migration again, makes nothing twice and completes', async () => {
    const place = await three.get();
    const made = countCreated(place);
    const id = await newestMigration(place);
    git(targetOf(place, 'one'), 'update-ref', '-d', 'refs/heads/topic');

    const { code, stdout, stderr } = await place.run([
      'migrate',
      '--resume',
      id,
      '--reset-repo',
      'one',
      '-v',
    ]);
    expect(stderr).toContain('one: create: found again');
    expect(stderr).toContain('one: verify: 3 refs equal');
    expect(stderr).not.toContain('two: ');
    expect(stdout).toContain('3 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expect(countCreated(place)).toBe(made);
    expect(hasMoved(place, 'one')).toBe(true);
    expect((await place.run(['status', '--migration', id])).stdout).toMatch(
      /mig_\w+ {2}completed\n/,
    );
  });

  it('may be given several times, and with the plan', async () => {
    const place = await three.get();
    const again = [...runArguments, '--reset-repo', 'one', '--reset-repo', 'three'];
    const dry = await place.run([...again, '--dry-run']);
    expect(dry.stdout).toMatch(/^start over +one /m);
    expect(dry.stdout).toMatch(/^done +two /m);
    expect(dry.stdout).toContain('0 repositories would be created');
    const { code, stderr } = await place.run(again);
    expect(code).toBe(0);
    expect(stderr).toContain('2 repositories from');
    expect(stderr).toContain('one: create: found again');
    expect(stderr).toContain('three: create: found again');
  });

  it('finds every pull request and comment again', async () => {
    const place = await withPullRequests.get();
    const made = countCreated(place);
    const before = conversationsOf(place, 'web');
    expect(before.length).toBeGreaterThan(6);
    const { code, stdout } = await place.run([...runArguments, '--reset-repo', 'web']);
    expect(stdout).toContain('6 pull requests with 5 comments migrated');
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toEqual(before);
    expect(countCreated(place)).toBe(made);
  });

  it('takes a name of the source as well as a slug, and names the slugs where several have it', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'web-shop', 'twin-1', 'twin-2');
    const plan = place.plan('web-shop', 'twin-1', 'twin-2');
    const names = ['Web Shop', 'Twin', 'Twin'];
    const named = plan.repositories.map((one, index) => ({ ...one, name: names[index] }));
    place.write('plan.json', { ...plan, repositories: named });
    expect((await place.run(runArguments)).code).toBe(0);
    const id = await newestMigration(place);
    const again = ['migrate', '--resume', id, '--dry-run', '--reset-repo'];
    expect((await place.run([...again, 'web shop'])).stdout).toMatch(/^start over +web-shop /m);
    const twins = await place.run([...again, 'Twin']);
    expect(twins.stderr).toContain('--reset-repo: 2 repositories are named Twin');
    expect(twins.stderr).toContain('twin-1, twin-2');
    expect(twins.code).toBe(2);
    const status = ['status', '--migration', id, '--repository'];
    expect((await place.run([...status, 'Web Shop'])).stdout).toContain('web-shop');
    expect((await place.run([...status, 'Twin'])).code).toBe(2);
  });

  it('opens a repository that was archived since for as long as it writes, and says so', async () => {
    const place = await three.get();
    const target = place.sandbox.github.findRepository('acme/one');
    if (target !== null) target.archived = true;
    const { code, stderr } = await place.run([...runArguments, '--reset-repo', 'one']);
    expect(stderr).toContain(
      'acme/one is archived on GitHub: unarchived until the rest is written',
    );
    expect(code).toBe(0);
    expect(place.sandbox.github.findRepository('acme/one')?.archived).toBe(true);
  });

  it('creates a deleted repository again, with its pull requests', async () => {
    const place = await withPullRequests.get();
    const before = conversationsOf(place, 'web').length;
    await place.sandbox.github.deleteRepository('acme/web');
    const { code, stderr } = await place.run([...runArguments, '--reset-repo', 'web']);
    expect(stderr).toContain(
      'acme/web, created earlier by this migration, is gone: creating it again',
    );
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toHaveLength(before);
  });

  it('names the nearest repository when it does not know the name, before any request', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'payments', 'web');
    const { code, stderr } = await place.run([...runArguments, '--reset-repo', 'paymets']);
    expect(stderr).toContain('--reset-repo: the plan has no repository paymets');
    expect(stderr).toContain('Did you mean payments?');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toEqual([]);
  });
});

describe('--reset-repo of what others have changed since', () => {
  afterEach(three.spoil);

  it('never moves a branch back that somebody has worked on since', async () => {
    const place = await three.get();
    const target = targetOf(place, 'one');
    const theirs = join(place.folder, 'theirs');
    git(place.folder, 'clone', '-q', target, theirs);
    git(theirs, 'commit', '-q', '--allow-empty', '-m', 'Work');
    git(theirs, 'push', '-q', 'origin', 'main');
    const refs = refsOf(target);
    const { code } = await place.run([...runArguments, '--reset-repo', 'one']);
    expect(code).toBe(6);
    expect(refsOf(target)).toBe(refs);
    // Nor does a resume of what the reset has begun.
    expect((await place.run(runArguments)).code).toBe(6);
    expect(refsOf(target)).toBe(refs);
  });

  it('says how to have it replaced, which then works', async () => {
    const place = await three.get();
    const target = targetOf(place, 'one');
    const theirs = join(place.folder, 'theirs-too');
    const before = refsOf(target);
    git(place.folder, 'clone', '-q', target, theirs);
    git(theirs, 'commit', '-q', '--allow-empty', '-m', 'Work');
    git(theirs, 'push', '-q', 'origin', 'HEAD:main', 'HEAD:topic');
    const reset = await place.run([...runArguments, '--reset-repo', 'one']);
    expect(reset.code).toBe(6);
    expect(reset.stdout).toContain(
      "migrator never overwrites other people's commits. Save the change if you need it, reset the ref with `git push --force-with-lease` or delete it, then resume.",
    );
    git(theirs, 'push', '-q', '--force-with-lease', 'origin', 'HEAD~1:main', ':topic');
    expect((await place.run(runArguments)).code).toBe(0);
    expect(refsOf(target)).toBe(before);
  });

  it('refuses another repository that has taken the place, in the checks', async () => {
    const place = await three.get();
    const { github } = place.sandbox;
    await github.deleteRepository('acme/one');
    const owner = github.findAccount('acme');
    if (owner === null) throw new Error('there is no organization');
    github.createRepository({ owner, creator: owner, name: 'one' });
    const { code, stderr } = await place.run([...runArguments, '--reset-repo', 'one']);
    expect(stderr).toContain('Repository already exists: acme/one');
    expect(code).toBe(3);
    // Nothing was begun: the migration is completed as before.
    expect((await place.run(['status', '--list'])).stdout).toContain('completed ');
  });
});

describe('--reset-state', () => {
  it('goes through a whole migration again without making anything twice', async () => {
    const place = await three.get();
    const made = countCreated(place);
    const { code, stdout, stderr } = await place.run([...runArguments, '--reset-state', '--yes']);
    expect(stderr).toContain('one: create: found again');
    expect(stderr).toContain('two: create: found again');
    expect(stdout).toContain('3 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expect(countCreated(place)).toBe(made);
  });

  it('needs a flag where nobody can be asked, and changes nothing before that', async () => {
    const place = await three.get();
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run([...runArguments, '--reset-state']);
    expect(stderr).toContain('needs confirmation, and prompts are off (no terminal, CI or --json)');
    expect(stderr).toContain('Add --yes');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toHaveLength(before);
  });

  it('names the migrations to a script that says none', async () => {
    const place = await three.get();
    const { code, stderr } = await place.run(['migrate', '--reset-state', '--yes']);
    expect(stderr).toContain('--reset-state needs --plan or --resume');
    expect(stderr).toContain(await newestMigration(place));
    expect(code).toBe(2);
  });
});

describe('the command line', () => {
  it.each([
    [['--skip-existing', '--overwrite', '--yes'], '--skip-existing or --overwrite, not both'],
    [['--reset-repo', 'one', '--reset-state', '--yes'], '--reset-repo or --reset-state, not both'],
    [['--overwrite', '--reset-state', '--yes'], '--reset-state or --overwrite, not both'],
  ])('refuses %j', async (flags, words) => {
    await using place = await openWorkplace();
    place.write('plan.json', place.plan('one'));
    const { code, stderr } = await place.run([...runArguments, ...flags]);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
});
