import { readdirSync } from 'node:fs';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { gitWithInput } from '../../helpers/repositories/git-fixture.ts';
import { bodiesOf } from './bodies.ts';
import type { Finding } from './finding.ts';
import { readRefs } from './neutral/refs.ts';

/** Every ref on the target that nobody needs, and every LFS object that it lacks. */
export function censusOfRefs(source: BitbucketRepository, target: GithubRepository): Finding[] {
  if (source.git.kind !== 'stored') return [];
  const expected = readRefs(source.git.directory);
  // The target closes an open pull request without one of its branches.
  const kept = new Set(
    target.pulls
      .filter(isOpen)
      .flatMap(({ head, base }) => [`refs/heads/${head.ref}`, `refs/heads/${base.ref}`]),
  );
  // Texts of pull requests link to its files; each has to be there for somebody.
  const texts = target.pulls.flatMap((pull) => bodiesOf(pull).map(([, body]) => body));
  if (texts.some((text) => text.includes('/raw/migrator/attachments/')))
    kept.add('refs/heads/migrator/attachments');
  const left = [...readRefs(target.directory).keys()].filter(
    (ref) => !expected.has(ref) && !kept.has(ref),
  );
  return [
    ...left.map((ref) => ({ kind: 'left behind', what: `${target.name}: ${ref}` }) as const),
    ...censusOfLfs(source, target),
  ];
}

function isOpen({ state }: { readonly state: string }): boolean {
  return state === 'open';
}

function censusOfLfs(source: BitbucketRepository, target: GithubRepository): Finding[] {
  const oids = filesBelow(source.lfs.directory).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const missing = oids.filter((oid) => target.lfs.size(oid) !== source.lfs.size(oid));
  if (missing.length === 0) return [];
  const named = namedBy(source);
  return missing
    .filter((oid) => named.has(oid))
    .map((oid) => ({ kind: 'lost', what: `${target.name}: the LFS object ${oid}` }));
}

/** Objects that a branch, tag or pull request of the source reaches: of others, pushed over since, nobody knows. */
function namedBy({ git: stored, pullRequests }: BitbucketRepository): ReadonlySet<string> {
  if (stored.kind !== 'stored') return new Set();
  const { directory } = stored;
  const ends = [
    ...readRefs(directory).values(),
    ...pullRequests.flatMap((one) => one.source.commit ?? []),
  ];
  const input = ends.map((end) => `${end}\n`).join('');
  const args = ['rev-list', '--objects', '--ignore-missing', '--stdin'];
  const objects = gitWithInput(directory, args, input).replaceAll(/ .*$/gm, '');
  const contents = gitWithInput(directory, ['cat-file', '--batch'], objects);
  return new Set(
    [...contents.matchAll(/^oid sha256:([0-9a-f]{64})$/gm)].map(([, oid = '']) => oid),
  );
}

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch {
    // A repository without objects has no folder for them.
    return [];
  }
}
