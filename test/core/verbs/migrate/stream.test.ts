import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';
import { git, refsOf } from '../../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  hasMoved,
  targetOf,
} from '../../../helpers/repositories/migration-fixture.ts';
import { seemLarge } from '../../../helpers/repositories/seem-large.ts';

let place: Workplace;
beforeEach(async () => {
  place = await openWorkplace();
  await addRepositories(place, 'one');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

const runArguments = ['migrate', '--plan', 'plan.json', '-vv'];
const sourceOf = () => place.sandbox.bitbucket.gitDirectory('one');

/** Steps in the order in which they were begun. */
function stepsOf(output: string): string[] {
  return [...output.matchAll(/^one: ([a-zA-Z -]+?) \.\.\.$/gm)].map(([, step = '']) => step);
}

function gitRequests(): string[] {
  return place.sandbox.requests
    .filter(({ host, method }) => host.endsWith('-git') && method === 'POST')
    .map(({ host, path }) => `${host} ${path.replace(/^.*\//, '')}`);
}

describe('a repository that is refused for its content', () => {
  it('is fetched again by a resume, as it is on the source now', async () => {
    const odd = `refs/heads/${'a'.repeat(40)}`;
    git(sourceOf(), 'update-ref', odd, 'main');
    expect((await place.run(runArguments)).stdout).toContain('Rename or delete it on Bitbucket');
    git(sourceOf(), 'update-ref', '-d', odd);
    expect((await place.run(runArguments)).code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });
});

describe('a repository that is migrated for the first time', () => {
  it('is fetched and pushed by one request each, and inspected before its target is made', async () => {
    const { code, stderr } = await place.run(runArguments);
    expect(code).toBe(0);
    expect(stderr).toContain('history transfer: forward, because it is small');
    expect(stepsOf(stderr).slice(0, 4)).toEqual(['fetch', 'inspect', 'fetch LFS', 'create']);
    expect(gitRequests()).toEqual(['bitbucket-git git-upload-pack', 'github-git git-receive-pack']);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('goes on to the target while it is fetched if it is large', async () => {
    seemLarge(sourceOf());
    const { code, stderr } = await place.run(runArguments);
    expect(code).toBe(0);
    expect(stderr).toContain('history transfer: stream, because it is large');
    expect(stepsOf(stderr).slice(0, 4)).toEqual(['create', 'fetch', 'inspect', 'fetch LFS']);
    expect(gitRequests().sort()).toEqual([
      'bitbucket-git git-upload-pack',
      'github-git git-receive-pack',
    ]);
    expect(hasMoved(place, 'one')).toBe(true);
  });

  it('leaves an empty target if it is large and refused, which a resume uses', async () => {
    seemLarge(sourceOf());
    const odd = `refs/heads/${'a'.repeat(40)}`;
    git(sourceOf(), 'update-ref', odd, 'main');
    const refused = await place.run(runArguments);
    expect(refused.code).toBe(6);
    expect(refused.stdout).toContain('looks like an object ID');
    expect(refsOf(targetOf(place, 'one'))).toBe('');
    const made = place.sandbox.github.findRepository(`${place.sandbox.organization}/one`)?.id;

    git(sourceOf(), 'update-ref', '-d', odd);
    const { code, stderr } = await place.run(runArguments);
    expect(code).toBe(0);
    expect(stderr).toContain('history transfer: fetch, because an earlier run started it');
    expect(hasMoved(place, 'one')).toBe(true);
    const found = place.sandbox.github.findRepository(`${place.sandbox.organization}/one`)?.id;
    expect(found).toBe(made);
  });

  it.each([
    ['the source breaks off', 'bitbucket-git', /git-upload-pack$/, 'truncate'],
    ['the target breaks off', 'github-git', /git-receive-pack$/, 'reset'],
    ['the answer of the target is lost', 'github-git', /git-receive-pack$/, 'lost-answer'],
    ['a web page answers in place of the target', 'github-git', /git-receive-pack$/, 'html'],
  ] as const)('is left to git where %s', async (_what, host, path, kind) => {
    seemLarge(sourceOf());
    place.sandbox.faults.add({ host, path, method: 'POST', action: { kind } });
    const { code, stderr } = await place.run(runArguments);
    expect(stderr).toContain('left to git: ');
    expect(code).toBe(0);
    expect(hasMoved(place, 'one')).toBe(true);
  });
});

describe('a large repository behind a proxy that asks for a password and signs certificates itself', () => {
  it('goes on to the target while it is fetched', async () => {
    await using behind = await openWorkplace({
      gateway: { intercepts: true, needsPassword: true },
    });
    await addRepositories(behind, 'one');
    seemLarge(behind.sandbox.bitbucket.gitDirectory('one'));
    const { code, stderr } = await behind.run(runArguments);
    expect(stderr).toContain('history transfer: stream, because it is large');
    expect(stderr).not.toContain('left to git');
    expect(code).toBe(0);
    expect(hasMoved(behind, 'one')).toBe(true);
  });
});
