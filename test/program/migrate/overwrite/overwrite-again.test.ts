import { describe, expect, it } from 'vitest';
import {
  countCreated,
  hasMoved,
  newestMigration,
} from '../../../helpers/repositories/migration-fixture.ts';
import {
  addTwo,
  expectReplaced,
  makeByOther,
  openPlaceForEachTest,
  overwrite,
  ownerOf,
  place,
  renamings,
  runArguments,
  today,
} from './overwrite-place.ts';

openPlaceForEachTest();

describe('--overwrite after an earlier run', () => {
  it('replaces what an earlier run of the same plan skipped, and nothing else', async () => {
    await addTwo();
    const old = await makeByOther('one');
    const first = await place.run([...runArguments, '--skip-existing']);
    expect(first.stdout).toContain('1 done, 1 skipped, 0 failed');
    const dry = await place.run([...overwrite, '--dry-run']);
    expect(dry.stdout).toMatch(/^replace +one /m);
    expect(dry.stdout).toMatch(/^done +two /m);
    const { code, stdout, stderr } = await place.run(overwrite);
    expect(stderr).not.toContain('nothing was changed');
    expect(stderr).not.toContain('two: ');
    expect(stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expectReplaced(old);
    const renamed = renamings();
    const again = await place.run(overwrite);
    expect(again.stderr).toContain('already completed: nothing was changed');
    expect(again.stderr).toContain('--reset-repo NAME');
    expect(renamings()).toBe(renamed);
  });

  it('replaces it with --resume as well, and not before it is confirmed', async () => {
    await addTwo();
    const old = await makeByOther('one');
    expect((await place.run([...runArguments, '--skip-existing'])).code).toBe(0);
    const resume = ['migrate', '--resume', await newestMigration(place), '--overwrite'];
    expect((await place.run(resume)).code).toBe(2);
    expect(renamings()).toBe(0);
    expect((await place.run([...resume, '--yes'])).code).toBe(0);
    expectReplaced(old);
  });

  it('skips again what was skipped, where another repository is to start over', async () => {
    await addTwo();
    await makeByOther('one');
    expect((await place.run([...runArguments, '--skip-existing'])).code).toBe(0);
    const { code, stdout } = await place.run([...overwrite, '--reset-repo', 'two']);
    expect(stdout).toContain('1 done, 1 skipped, 0 failed');
    expect(code).toBe(0);
    expect(renamings()).toBe(0);
  });

  it('never takes for existing what this migration has made', async () => {
    await addTwo();
    await makeByOther('one');
    expect((await place.run(overwrite)).code).toBe(0);
    const made = countCreated(place);
    const again = await place.run([...overwrite, '--reset-repo', 'one', '--reset-repo', 'two']);
    expect(again.code).toBe(0);
    expect(countCreated(place)).toBe(made);
    expect(place.sandbox.github.repositories).toHaveLength(3);
  });

  it('replaces a repository that somebody has put where this migration had made one', async () => {
    expect((await place.run(runArguments)).code).toBe(0);
    await place.sandbox.github.deleteRepository('acme/one');
    const old = await makeByOther('one');
    const plain = await place.run([...runArguments, '--reset-repo', 'one']);
    expect(plain.stderr).toContain('Repository already exists: acme/one');
    expect((await place.run([...overwrite, '--reset-repo', 'one'])).code).toBe(0);
    expectReplaced(old);
  });
});

describe('--overwrite after an interruption or a fault', () => {
  it('finds the renaming again when the run is killed between it and the creation', async () => {
    const old = await makeByOther('one');
    const { faults } = place.sandbox;
    faults.add({ host: 'github', method: 'PATCH', action: { kind: 'slow', ms: 60_000 } });
    const running = place.start([...overwrite, '-vv']);
    await running.until('one: create ...');
    // The work of a slow answer is done at once.
    const name = `acme/one-replaced-${today()}`;
    await expect.poll(() => place.sandbox.github.findRepository(name)).not.toBeNull();
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('acme/one is replaced');
    expect(code).toBe(0);
    expectReplaced(old);
    expect(place.sandbox.github.repositories).toHaveLength(2);
  });

  it('continues in the same way with the remaining repositories, once that is confirmed again', async () => {
    await addTwo();
    const one = await makeByOther('one');
    const two = await makeByOther('two');
    const { faults } = place.sandbox;
    faults.add({ host: 'github', method: 'PATCH', action: { kind: 'slow', ms: 60_000 } });
    const running = place.start([...overwrite, '-vv']);
    await running.until('create ...');
    running.child.kill('SIGKILL');
    await running.ended;
    faults.clear();
    const resume = ['migrate', '--resume', await newestMigration(place)];
    const unasked = await place.run(resume);
    expect(unasked.stderr).toContain('Replacing repositories (--overwrite) needs confirmation');
    expect(unasked.stderr).not.toContain('Repository already exists');
    expect((await place.run([...resume, '--yes'])).code).toBe(0);
    expectReplaced(one);
    expect(hasMoved(place, 'two')).toBe(true);
    expect(place.sandbox.github.findRepository(`acme/two-replaced-${today()}`)?.id).toBe(two.id);
  });

  it('renames it once when the answer to that is lost', async () => {
    const old = await makeByOther('one');
    place.sandbox.faults.add({ host: 'github', method: 'PATCH', action: { kind: 'lost-answer' } });
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old);
    expect(place.sandbox.github.repositories).toHaveLength(2);
  });

  it('names a repository that an ended run may have renamed in place of the confirmed one', async () => {
    await makeByOther('one');
    const { github, faults } = place.sandbox;
    let isRenamed = false;
    faults.decide(({ host, method }) => {
      if (isRenamed) return { kind: 'status', status: 403, body: 'no' };
      if (host !== 'github' || method !== 'PATCH') return null;
      isRenamed = true;
      github.renameRepository('acme/one', 'old-home');
      github.createRepository({ ...ownerOf(place), name: 'one' });
      return { kind: 'lost-answer' };
    });
    expect((await place.run(overwrite)).code).toBe(6);
    faults.clear();
    const { code, stdout } = await place.run(runArguments);
    const theirs = `acme/one-replaced-${today()}`;
    expect(stdout).toContain(`${theirs} is someone else's repository`);
    expect(code).toBe(6);
    expect(github.findRepository('acme/one')).toBe(null);
    github.renameRepository(theirs, 'theirs');
    expect((await place.run(runArguments)).code).toBe(0);
  });

  it('continues after a rename that the target refused, once it is confirmed again', async () => {
    const old = await makeByOther('one');
    place.sandbox.faults.add({
      host: 'github',
      method: 'PATCH',
      action: { kind: 'status', status: 403, body: '{"message":"Must have admin rights."}' },
    });
    const first = await place.run(overwrite);
    expect(first.code).toBe(6);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old);
  });
});
