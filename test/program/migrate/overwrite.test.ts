import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  countCreated,
  hasMoved,
  newestMigration,
} from '../../helpers/repositories/migration-fixture.ts';
import { seemLarge } from '../../helpers/repositories/seem-large.ts';
import { startInTerminal, terminalProblem } from '../../helpers/terminal/terminal.ts';

const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-v'];
const overwrite = [...runArguments, '--overwrite', '--yes'];

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

/** A second repository in the plan. */
async function addTwo(): Promise<void> {
  await addRepositories(place, 'two');
  place.write('plan.json', place.plan('one', 'two'));
}

/** Somebody else's repository of this name, with a branch of its own. */
async function makeByOther(name: string): Promise<GithubRepository> {
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('the sandbox has no organization');
  const made = github.createRepository({ owner, creator: owner, name });
  const theirs = makeRepository(place.folder, `theirs-${name}`);
  git(theirs, 'push', '-q', made.directory, 'main:theirs');
  return made;
}

function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}

function renamings(): number {
  return place.sandbox.requests.filter(
    ({ host, method, path, status }) =>
      host === 'github' && method === 'PATCH' && path.endsWith('/repos/acme/one') && status === 200,
  ).length;
}

function expectReplaced(old: GithubRepository, name = `one-replaced-${today()}`): void {
  expect(hasMoved(place, 'one')).toBe(true);
  const kept = place.sandbox.github.findRepository(`acme/${name}`);
  expect(kept?.id).toBe(old.id);
  expect(refsOf(old.directory)).toContain('refs/heads/theirs');
}

describe('--overwrite', () => {
  it('renames the existing repository, keeps it whole, and creates a new one', async () => {
    await addTwo();
    const old = await makeByOther('one');
    const { code, stderr, stdout } = await place.run(overwrite);
    expect(stderr).toContain(
      `acme/one is replaced; the old repository is kept as acme/one-replaced-${today()}`,
    );
    expect(stdout).toContain('2 done, 0 skipped, 0 failed');
    expect(code).toBe(0);
    expectReplaced(old);
    expect(hasMoved(place, 'two')).toBe(true);
  });

  it('leaves the existing repository its name where a large one is refused for its content', async () => {
    const old = await makeByOther('one');
    const source = place.sandbox.bitbucket.gitDirectory('one');
    seemLarge(source);
    git(source, 'update-ref', `refs/heads/${'a'.repeat(40)}`, 'main');
    const { code, stdout } = await place.run(overwrite);
    expect(code).toBe(6);
    expect(stdout).toContain('is named like an object ID');
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
    expect(renamings()).toBe(0);
  });

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

  it('keeps it under another name where that one is taken, also by the plan', async () => {
    await addTwo();
    place.write('plan.json', place.plan('one', `two:one-replaced-${today()}-2`));
    await makeByOther(`one-replaced-${today()}`);
    const old = await makeByOther('one');
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old, `one-replaced-${today()}-3`);
  });

  it('renames an archived repository, and leaves it archived', async () => {
    const old = await makeByOther('one');
    old.archived = true;
    expect((await place.run(overwrite)).code).toBe(0);
    expectReplaced(old);
    expect(old.archived).toBe(true);
  });

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

  it('is refused to a script that does not confirm it, before anything is asked', async () => {
    await makeByOther('one');
    const { code, stderr } = await place.run([...runArguments, '--overwrite']);
    expect(stderr).toContain('Replacing (--overwrite) needs confirmation');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toEqual([]);
  });

  it('can stand in the plan, and needs confirmation there as well', async () => {
    const old = await makeByOther('one');
    place.write('plan.json', { ...place.plan('one'), options: { overwrite: true } });
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('needs confirmation');
    expect(code).toBe(2);
    expect(place.sandbox.requests).toEqual([]);
    expect((await place.run([...runArguments, '--yes'])).code).toBe(0);
    expectReplaced(old);
  });

  it('shows in a dry run what would be replaced, and asks nobody', async () => {
    await addTwo();
    await makeByOther('one');
    const { code, stdout } = await place.run([...runArguments, '--overwrite', '--dry-run']);
    expect(stdout).toMatch(/^replace +one /m);
    expect(stdout).toMatch(/^create +two /m);
    expect(code).toBe(0);
    expect(renamings()).toBe(0);
  });

  it('leaves the target as it is when the source cannot be migrated', async () => {
    const old = await makeByOther('one');
    place.sandbox.faults.add({
      host: 'bitbucket-git',
      path: /one\.git/,
      times: Number.POSITIVE_INFINITY,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(overwrite)).code).toBe(6);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });
});

describe('without --overwrite', () => {
  it('reports all existing repositories at once, and names both ways out', async () => {
    await addTwo();
    await makeByOther('one');
    await makeByOther('two');
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('Repository already exists: acme/one');
    expect(stderr).toContain('Repository already exists: acme/two');
    expect(stderr).toContain('--skip-existing');
    expect(stderr).toContain('--overwrite');
    expect(code).toBe(3);
  });
});

const problem = terminalProblem();
describe.skipIf(problem !== null)(`in a terminal${problem === null ? '' : ` (${problem})`}`, () => {
  function start(flags: readonly string[], environment = {}) {
    return startInTerminal([...runArguments, ...flags], {
      cwd: place.folder,
      environment: { ...place.sandbox.environment, ...environment },
    });
  }

  it('the name of each repository has to be typed', async () => {
    await addTwo();
    const old = await makeByOther('one');
    await makeByOther('two');
    const program = start(['--overwrite']);
    await program.until('acme/one already exists');
    program.type('one\r');
    await program.until('acme/two already exists');
    program.type('two\r');
    expect(await program.ended).toBe(0);
    expectReplaced(old);
  });

  it('another word changes nothing', async () => {
    const old = await makeByOther('one');
    const program = start(['--overwrite']);
    await program.until('Type its name to confirm');
    program.type('yes\r');
    await program.until('Replacing acme/one was not confirmed');
    expect(await program.ended).toBe(2);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });

  it('Ctrl+C at the question ends it', async () => {
    const old = await makeByOther('one');
    const program = start(['--overwrite']);
    await program.until('Type its name to confirm');
    program.type('\u0003');
    expect(await program.ended).toBe(130);
    expect(place.sandbox.github.findRepository('acme/one')?.id).toBe(old.id);
  });

  it('nobody is asked under CI', async () => {
    const program = start(['--overwrite'], { CI: 'true' });
    expect(await program.ended).toBe(2);
    expect(program.lines().join('\n')).toContain('prompts are off (no terminal, CI or --json)');
  });

  it('--reset-state lists the migrations and asks which one, and whether', async () => {
    expect((await place.run(runArguments)).code).toBe(0);
    const program = startInTerminal(['migrate', '--reset-state', '-v'], {
      cwd: place.folder,
      environment: place.sandbox.environment,
    });
    await program.until('Which migration do you want to reset?');
    program.type('1\r');
    await program.until('Continue? [y/N]');
    program.type('y\r');
    // Without being reset it would have had nothing to do; steps stand in the dashboard, which may never draw so short a run.
    await program.until('done     one');
    expect(await program.ended).toBe(0);
  });

  it('--cancel asks, and the default answer is no', async () => {
    place.sandbox.faults.add({
      host: 'github-git',
      path: /git-receive-pack/,
      // Ours, and git's after it.
      times: 2,
      action: { kind: 'status', status: 403, body: 'Forbidden' },
    });
    expect((await place.run(runArguments)).code).toBe(6);
    const listed = (await place.run(['status', '--list'])).stdout.match(/mig_[0-9a-z]{12}/g);
    const id = listed?.at(-1) ?? '';
    const program = startInTerminal(['migrate', '--cancel', id], { cwd: place.folder });
    await program.until('Continue? [y/N]');
    program.type('\r');
    await program.until('was not confirmed');
    expect(await program.ended).toBe(2);
    expect((await place.run(['status', '--migration', id])).stdout).not.toContain('cancelled');
  });
});
