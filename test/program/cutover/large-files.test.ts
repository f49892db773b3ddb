import { describe, expect, it } from 'vitest';
import { makeCommit } from '../../../sandbox/git/commit-files.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { openCutoverPlace } from './cutover-place.ts';

/** One byte more than GitHub takes. */
const large = 'x'.repeat(100 * 1024 * 1024 + 1);

describe('a cut-over of a repository whose large files are rewritten', () => {
  it('syncs, verifies and opens the rewritten history', async () => {
    const slug = 'one';
    await using place = await openCutoverPlace(
      {
        prepare({ sandbox }, plan) {
          const directory = sandbox.bitbucket.gitDirectory(slug);
          const parent = git(directory, 'rev-parse', 'main').trim();
          const to = makeCommit(directory, { parent, message: 'Film', files: { film: large } });
          git(directory, 'update-ref', 'refs/heads/main', to);
          return plan;
        },
      },
      [slug],
      null,
      {},
      (planned) => ({ ...planned, large_files: 'rewrite', rewrite_history: true }),
    );
    const source = place.sandbox.bitbucket.gitDirectory(slug);
    const before = git(place.targetOf(slug), 'rev-parse', 'main').trim();
    expect(git(place.targetOf(slug), 'cat-file', 'blob', 'main:film')).toContain('oid sha256:');
    const parent = git(source, 'rev-parse', 'main').trim();
    const last = makeCommit(source, { parent, message: 'Last', files: { last: 'last\n' } });
    git(source, 'update-ref', 'refs/heads/main', last);
    const { code, stdout, stderr } = await place.cutover();
    expect(code, `${stdout}\n${stderr}`).toBe(0);
    expect(git(place.targetOf(slug), 'rev-parse', 'main^').trim()).toBe(before);
    const again = await place.cutover();
    expect(again.code, `${again.stdout}\n${again.stderr}`).toBe(0);
    expect(again.stdout).not.toContain('after the final sync');
  });

  it('stays locked at the first large file until its rewrite is confirmed, and then goes on', async () => {
    await using place = await openCutoverPlace({}, ['one'], null, {}, (planned) => ({
      ...planned,
      large_files: 'rewrite',
    }));
    const source = place.sandbox.bitbucket.gitDirectory('one');
    const parent = git(source, 'rev-parse', 'main').trim();
    const to = makeCommit(source, { parent, message: 'Film', files: { film: large } });
    git(source, 'update-ref', 'refs/heads/main', to);
    const stopped = await place.cutover();
    expect(stopped.code).toBe(6);
    expect(stopped.stdout + stopped.stderr).toContain('Rewriting its history is not confirmed');
    expect(git(place.targetOf('one'), 'rev-parse', 'main').trim()).toBe(parent);
    const confirmed = await place.cutover('--rewrite-history', 'one');
    expect(confirmed.code, confirmed.stdout + confirmed.stderr).toBe(0);
    expect(git(place.targetOf('one'), 'cat-file', 'blob', 'main:film')).toContain('oid sha256:');
  });
});
