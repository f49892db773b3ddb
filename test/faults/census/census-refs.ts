import { readdirSync } from 'node:fs';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import type { Finding } from './finding.ts';
import { readRefs } from './neutral/refs.ts';

/** Every ref on the target that nobody needs, and every LFS object that it lacks. */
export function censusOfRefs(source: BitbucketRepository, target: GithubRepository): Finding[] {
  if (source.git.kind !== 'stored') return [];
  const expected = readRefs(source.git.directory);
  const kept = new Set(target.pulls.filter(isOpen).map(({ head }) => `refs/heads/${head.ref}`));
  // Texts of pull requests link to its files; each has to be there for somebody.
  if (target.pulls.some(({ body }) => body?.includes('/raw/migrator/attachments/') === true))
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
