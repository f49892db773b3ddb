import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { git } from '../fixture.ts';
import { large, openRewritePlace, type RewritePlace, writeRaw } from './rewrite-place.ts';

const paths = ['a', 'b c', 'd/e', 'd/f/g', '.gitattributes', 'd/.gitattributes', 'd/*?'];
const contents = ['small', 'other', large('x'), large('y')];

/** A commit's files, and the earlier ones that it builds on. */
const commit = fc.record({
  files: fc.dictionary(fc.constantFrom(...paths), fc.constantFrom(...contents), { minKeys: 1 }),
  parents: fc.uniqueArray(fc.nat(20), { maxLength: 2 }),
  isTagged: fc.boolean(),
});
const history = fc.array(commit, { minLength: 1, maxLength: 8 });
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Commits in their order; the ones from `from` on get branches of their own. @returns their hashes */
function write(place: RewritePlace, commits: History): string[] {
  const { directory } = place;
  const hashes: string[] = [];
  for (const [index, { files, parents, isTagged }] of commits.entries()) {
    git(directory, 'read-tree', '--empty');
    for (const [path, content] of Object.entries(files)) {
      const isAttributes = path.endsWith('.gitattributes');
      const oid = writeRaw(
        directory,
        'blob',
        isAttributes ? `* -filter\n# ${content.slice(0, 5)}` : content,
      );
      git(directory, 'update-index', '--add', '--cacheinfo', `100644,${oid},${path}`);
    }
    const tree = git(directory, 'write-tree').trim();
    const on = [...new Set(parents.flatMap((one) => hashes[one] ?? []))];
    const args = on.flatMap((parent) => ['-p', parent]);
    hashes.push(git(directory, 'commit-tree', tree, ...args, '-m', `Commit ${index}`).trim());
    git(directory, 'update-ref', `refs/heads/branch-${index}`, hashes.at(-1) ?? '');
    if (isTagged)
      git(directory, 'tag', '-f', '-a', '-m', 'A tag', `tag-${index}`, hashes.at(-1) ?? '');
  }
  return hashes;
}

/** Requires that a checkout runs git-lfs for each file that it has. */
function requireFilters({ copy }: RewritePlace, commit: string): void {
  git(copy, 'read-tree', commit);
  for (const path of git(copy, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0')) {
    if (path === '' || !git(copy, 'cat-file', 'blob', `${commit}:${path}`).startsWith('version '))
      continue;
    expect(git(copy, 'check-attr', '--cached', 'filter', '--', path)).toContain('filter: lfs');
  }
}

/** Files of a commit as a checkout has them, without `.gitattributes`. */
function filesOf(place: RewritePlace, directory: string, commit: string): Record<string, string> {
  const names = git(directory, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0');
  const files = names.filter((name) => name !== '' && !name.endsWith('.gitattributes'));
  return Object.fromEntries(
    files.map((name) => [
      name,
      directory === place.copy
        ? place.checkedOut(commit, name)
        : git(directory, 'cat-file', 'blob', `${commit}:${name}`),
    ]),
  );
}

describe('a rewritten history', () => {
  it('has the same files and shape as any other, whether it comes at once or bit by bit', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(8), async (commits, early) => {
        const [whole, grown] = [await openRewritePlace(), await openRewritePlace()];
        try {
          const hashes = write(whole, commits);
          const { commits: map, refs } = await whole.rewrite();
          for (const [index, old] of hashes.entries()) {
            const now = map.mapped(old);
            expect(refs.get(`refs/heads/branch-${index}`)).toBe(now);
            expect(filesOf(whole, whole.copy, now)).toEqual(filesOf(whole, whole.directory, old));
            requireFilters(whole, now);
            const parents = (at: string, one: string) =>
              git(at, 'log', '-1', '--format=%P', one).trim().split(' ');
            expect(parents(whole.copy, now)).toEqual(
              parents(whole.directory, old).map((parent) => map.mapped(parent)),
            );
          }
          write(grown, commits.slice(0, early));
          await grown.rewrite();
          write(grown, commits);
          expect((await grown.rewrite()).refs).toEqual(refs);
        } finally {
          await whole.close();
          await grown.close();
        }
      }),
      { numRuns: 4 },
    );
  });
});
