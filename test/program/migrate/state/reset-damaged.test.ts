import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, makeRepository, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  countCreated,
  targetOf,
} from '../../../helpers/repositories/migration-fixture.ts';
import { type Shared, share } from '../../../helpers/share.ts';
import { again, garble, keptStates, runArguments, statePath } from './state-place.ts';

async function migrate(add: (place: Workplace) => Promise<void>): Promise<Workplace> {
  const place = await openWorkplace();
  await add(place);
  expect((await place.run(runArguments)).code).toBe(0);
  cpSync(join(place.folder, 'state'), join(place.folder, 'state at its end'), { recursive: true });
  return place;
}

const two = share(() => migrate((place) => addRepositories(place, 'one', 'two')));
const withPullRequests = share(() => migrate((place) => addPullRequests(place, 'web')));

/** One whose target is as the migration has left it, with the state of then. */
async function finished(shared: Shared<Workplace>): Promise<Workplace> {
  const place = await shared.get();
  rmSync(join(place.folder, 'state'), { recursive: true });
  cpSync(join(place.folder, 'state at its end'), join(place.folder, 'state'), { recursive: true });
  return place;
}

describe('--reset-state on a damaged state', () => {
  it('finds pull requests and every comment again by their markers', async () => {
    const place = await finished(withPullRequests);
    const before = conversationsOf(place, 'web');
    const made = countCreated(place);
    garble(place);
    const { code, stdout, stderr } = await place.run(again);
    expect(stderr).toContain('migrator uses it with 6 pull requests opened by migrator');
    expect(stdout).toContain('6 pull requests with 5 comments migrated');
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toEqual(before);
    expect(countCreated(place)).toBe(made);
  });

  it('makes no pull request twice when the key was lost with it, and finds them once it is back', async () => {
    const place = await finished(withPullRequests);
    const before = conversationsOf(place, 'web');
    const made = countCreated(place);
    const keyPath = join(place.folder, 'state', 'marker.key');
    const key = readFileSync(keyPath);
    rmSync(keyPath);
    garble(place);
    const refused = await place.run(again);
    expect(refused.stderr).toContain('Repository already exists: acme/web');
    expect(refused.stderr).toContain(
      'marker.key, which identifies those of earlier migrations, is missing',
    );
    expect(refused.stderr).toContain('Copy marker.key from the state folder of the machine');
    expect(refused.code).toBe(3);
    writeFileSync(keyPath, key);
    const { code, stderr } = await place.run(again);
    expect(stderr).toContain('migrator uses it with 6 pull requests opened by migrator');
    expect(code).toBe(0);
    expect(conversationsOf(place, 'web')).toEqual(before);
    expect(countCreated(place)).toBe(made);
  });

  it('makes no pull request twice with a key that is not the one they were made with', async () => {
    const place = await finished(withPullRequests);
    const made = countCreated(place);
    writeFileSync(join(place.folder, 'state', 'marker.key'), `${'5a'.repeat(32)}\n`);
    garble(place);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain(
      '6 pull requests from this Bitbucket repository were created with another marker.key',
    );
    expect(stdout).toContain('Copy marker.key');
    expect(code).toBe(6);
    expect(countCreated(place)).toBe(made);
  });

  it('continues a half-written conversation after the state was lost', async () => {
    await using place = await openWorkplace();
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
    rmSync(`${statePath(place)}-wal`);
    garble(place);
    const { code, stderr } = await place.run(again);
    expect(stderr).toMatch(/migrator uses it with \d pull requests opened by migrator/);
    expect(code).toBe(0);
    const lines = conversationsOf(place, 'web');
    expect(lines.filter((line) => / (merged|open|closed)$/.test(line))).toHaveLength(6);
    for (const text of ['A general remark', 'On the line', 'A reply', 'On the file', 'Elsewhere'])
      expect(lines.filter((line) => line.includes(text))).toHaveLength(1);
  });

  it('continues by the plan alone when that run was killed as well', async () => {
    const place = await finished(two);
    garble(place);
    const running = place.start([...again, '-vv']);
    await running.until('one: fetch ...');
    running.child.kill('SIGKILL');
    await running.ended;
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('one: create: reused');
    expect(code).toBe(0);
  });

  it('takes over nothing that holds refs of somebody else, and leaves it as it is', async () => {
    const place = await finished(two);
    const theirs = makeRepository(place.folder, 'theirs');
    git(theirs, 'push', '-q', targetOf(place, 'one'), 'main:theirs');
    const refs = refsOf(targetOf(place, 'one'));
    garble(place);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain('Repository already exists: acme/one');
    expect(stdout).toContain('1 ref that Bitbucket does not have (refs/heads/theirs)');
    expect(stdout).toContain('1 done, 0 skipped, 1 failed');
    expect(code).toBe(6);
    expect(refsOf(targetOf(place, 'one'))).toBe(refs);
    await two.spoil();
  });

  it('makes no pull request twice whose description people have replaced', async () => {
    const place = await finished(withPullRequests);
    const [pull] = place.sandbox.github.findRepository('acme/web')?.pulls ?? [];
    if (pull === undefined) throw new Error('no pull request');
    pull.body = 'Described by a person';
    const made = countCreated(place);
    garble(place);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain(`it has 1 pull request without migrator's marker (#${pull.number})`);
    expect(code).toBe(6);
    expect(countCreated(place)).toBe(made);
    await withPullRequests.spoil();
  });

  it('takes over nothing that more people see than the plan says', async () => {
    const place = await finished(two);
    const target = place.sandbox.github.findRepository('acme/one');
    if (target !== null) target.private = false;
    garble(place);
    const { code, stdout } = await place.run(again);
    expect(stdout).toContain('it is public, and the plan says private');
    expect(code).toBe(6);
    if (target !== null) target.private = true;
  });

  it('needs the plan, which a damaged state cannot give', async () => {
    const place = await finished(two);
    garble(place);
    const resume = ['migrate', '--resume', 'mig_000000000000', '--reset-state', '--yes'];
    const { code, stderr } = await place.run(resume);
    expect(stderr).toContain('migrator migrate --plan <file> --reset-state');
    expect(code).toBe(8);
    expect(keptStates(place)).toEqual([]);
  });

  it('serves every plan whose migration was lost with the state', async () => {
    await using place = await openWorkplace();
    await addRepositories(place, 'one', 'two');
    for (const slug of ['one', 'two']) {
      place.write('plan.json', place.plan(slug));
      expect((await place.run(runArguments)).code).toBe(0);
    }
    garble(place);
    expect((await place.run(again)).code).toBe(0);
    place.write('plan.json', place.plan('one'));
    expect((await place.run(runArguments)).code).toBe(3);
    expect((await place.run(again)).stderr).toContain('one: create: reused');
  });
});
