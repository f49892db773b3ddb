import { readdirSync } from 'node:fs';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { git, refsOf } from '../../helpers/repositories/git-fixture.ts';
import type { Finding } from './finding.ts';

/** Every branch and tag with its hash, what it is called on the target, and every LFS object. */
export function censusOfRefs(source: BitbucketRepository, target: GithubRepository): Finding[] {
  if (source.git.kind !== 'stored') return [];
  const name = target.name;
  const expected = toMap(refsOf(source.git.directory));
  const actual = toMap(refsOf(target.directory));
  const findings: Finding[] = [];
  for (const [ref, hash] of expected) {
    const found = actual.get(ref);
    if (found === undefined) findings.push({ kind: 'lost', what: `${name}: ${ref}` });
    else if (found !== hash)
      findings.push({ kind: 'wrong', what: `${name}: ${ref} is ${found}, not ${hash}` });
  }
  const kept = new Set(target.pulls.filter(isOpen).map(({ head }) => `refs/heads/${head.ref}`));
  // Texts of pull requests link to its files; each has to be there for somebody.
  if (target.pulls.some(({ body }) => body?.includes('/raw/migrator/attachments/') === true))
    kept.add('refs/heads/migrator/attachments');
  for (const ref of actual.keys()) {
    if (!expected.has(ref) && !kept.has(ref))
      findings.push({ kind: 'left behind', what: `${name}: ${ref}` });
  }
  return [...findings, ...censusOfHead(source, target, expected), ...censusOfLfs(source, target)];
}

function isOpen({ state }: { readonly state: string }): boolean {
  return state === 'open';
}

function toMap(listing: string): Map<string, string> {
  const lines = listing.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]));
}

function censusOfHead(
  { mainBranch }: BitbucketRepository,
  target: GithubRepository,
  expected: ReadonlyMap<string, string>,
): Finding[] {
  if (!expected.has(`refs/heads/${mainBranch}`)) return [];
  const head = git(target.directory, 'symbolic-ref', '--short', 'HEAD').trim();
  if (head === mainBranch) return [];
  return [
    { kind: 'wrong', what: `${target.name}: the default branch is ${head}, not ${mainBranch}` },
  ];
}

function censusOfLfs(source: BitbucketRepository, target: GithubRepository): Finding[] {
  const oids = filesBelow(source.lfs.directory).filter((name) => /^[0-9a-f]{64}$/.test(name));
  return oids
    .filter((oid) => target.lfs.size(oid) !== source.lfs.size(oid))
    .map((oid) => ({ kind: 'lost', what: `${target.name}: the LFS object ${oid}` }));
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
