import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchMirror } from '../../../../src/core/git/mirror/mirror.ts';
import { readRefs } from '../../../../src/core/git/mirror/refs.ts';
import { cutHistory } from '../../../../src/core/git/objects/history-cut.ts';
import { pushRefs } from '../../../../src/core/git/push/push.ts';
import { bareRepository, commitFiles, generous, git, systemClock } from '../fixture.ts';
import { placeForEach } from '../git-place.ts';

const place = placeForEach();
let source: string;
let mirror: string;

beforeEach(async () => {
  source = bareRepository(place.server.root, 'team/repo.git');
  mirror = join(place.folder, 'mirror');
});

function access(name = 'team/repo.git') {
  return { url: `${place.server.url}/${name}`, credential: null };
}

async function fetchAndCut(depth: number) {
  const { refs } = await fetchMirror({
    git: place.tool,
    access: access(),
    directory: mirror,
    depth,
  });
  const cut = await cutHistory({ git: place.tool, directory: mirror, refs });
  return { before: refs, cut };
}

function history(): void {
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    commitFiles(source, 'main', { 'a.txt': name }, name);
  }
  git(source, 'branch', 'side', 'main~1');
  commitFiles(source, 'side', { 'b.txt': 'side' }, 'ünïcödé side');
  git(source, 'tag', '-a', 'v1', '-m', 'tag', 'main~1');
  git(source, 'tag', '-a', 'v1-again', '-m', 'tag of a tag', 'v1');
  git(source, 'tag', 'light', 'main');
}

function hashObject(repository: string, raw: string): string {
  const path = join(place.folder, 'raw');
  writeFileSync(path, raw);
  return git(repository, 'hash-object', '-t', 'commit', '-w', path).trim();
}

describe('cutHistory', () => {
  it('turns a shallow repository into a complete one with the same files', async () => {
    history();
    const { before, cut } = await fetchAndCut(2);
    expect(git(mirror, 'rev-parse', '--is-shallow-repository').trim()).toBe('false');
    git(mirror, 'fsck', '--strict', '--full');
    // The depth counts from every ref: the tag v1 lies one commit below.
    expect(git(mirror, 'log', '--format=%s', 'main').trim().split('\n')).toEqual([
      'five',
      'four',
      'three',
    ]);
    expect(git(mirror, 'rev-parse', 'main^{tree}')).toBe(git(source, 'rev-parse', 'main^{tree}'));
    expect(git(mirror, 'log', '-1', '--format=%an %ae %ad', 'main')).toBe(
      git(source, 'log', '-1', '--format=%an %ae %ad', 'main'),
    );
    for (const [name, oid] of before) {
      expect(cut.refs.get(name)).toBe(cut.rewritten.get(oid) ?? oid);
    }
    expect(await readRefs({ git: place.tool, directory: mirror })).toEqual(cut.refs);
    expect(git(mirror, 'rev-parse', 'v1^{commit}')).toBe(git(mirror, 'rev-parse', 'main~1'));
    expect(git(mirror, 'cat-file', '-t', 'v1-again').trim()).toBe('tag');
    expect(cut.lostSignatures).toEqual([]);
  });

  it('lists lost signatures and preserves those of unchanged commits', async () => {
    history();
    const tree = git(source, 'rev-parse', 'main^{tree}').trim();
    const signed = (parents: readonly string[]) =>
      hashObject(
        source,
        [
          `tree ${tree}`,
          ...parents.map((parent) => `parent ${parent}`),
          'author A <a@example.com> 1600000000 +0000',
          'committer A <a@example.com> 1600000000 +0000',
          'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----',
          '',
          'signed\n',
        ].join('\n'),
      );
    const tip = signed([git(source, 'rev-parse', 'main').trim()]);
    const root = signed([]);
    git(source, 'update-ref', 'refs/heads/main', tip);
    git(source, 'update-ref', 'refs/heads/root', root);
    const { cut } = await fetchAndCut(2);
    expect(cut.lostSignatures).toEqual([tip]);
    expect(cut.refs.get('refs/heads/root')).toBe(root);
    expect(git(mirror, 'cat-file', 'commit', 'main')).not.toContain('gpgsig');
    git(mirror, 'fsck', '--strict', '--full');
  });

  it('is taken by a host', async () => {
    history();
    const { cut } = await fetchAndCut(2);
    bareRepository(place.server.root, 'o/r.git');
    const report = await pushRefs({
      git: place.tool,
      access: access('o/r.git'),
      directory: mirror,
      refs: cut.refs,
      defaultBranch: 'main',
      limits: generous,
      clock: systemClock,
    });
    expect(report.results.map(({ status }) => status)).toEqual(Array(5).fill('pushed'));
  });

  it('gives the same names again after a resume, and follows what the source got meanwhile', async () => {
    history();
    const first = await fetchAndCut(2);
    const second = await fetchAndCut(2);
    expect(second.cut.refs).toEqual(first.cut.refs);
    expect(second.cut.rewritten).toEqual(first.cut.rewritten);
    commitFiles(source, 'main', { 'a.txt': 'six' }, 'six');
    const third = await fetchAndCut(2);
    expect(git(mirror, 'log', '--format=%s', 'main').trim().split('\n')).toEqual([
      'six',
      'five',
      'four',
      'three',
    ]);
    expect(third.cut.refs.get('refs/heads/main')).not.toBe(first.cut.refs.get('refs/heads/main'));
    git(mirror, 'fsck', '--strict', '--full');
  });

  it('continues with a shallow mirror that was fetched but not cut', async () => {
    history();
    await fetchMirror({ git: place.tool, access: access(), directory: mirror, depth: 2 });
    expect(existsSync(join(mirror, 'shallow'))).toBe(true);
    commitFiles(source, 'main', { 'a.txt': 'six' }, 'six');
    const { cut } = await fetchAndCut(2);
    expect(cut.rewritten.size).toBeGreaterThan(0);
    git(mirror, 'fsck', '--strict', '--full');
  });

  it('leaves a history that is shorter than the depth as it is', async () => {
    history();
    const { before, cut } = await fetchAndCut(50);
    expect(cut.refs).toEqual(before);
    expect(cut.rewritten.size).toBe(0);
  });

  it('fetches all of the history when the depth is given up', async () => {
    history();
    await fetchAndCut(2);
    await fetchMirror({ git: place.tool, access: access(), directory: mirror, depth: null });
    expect(git(mirror, 'rev-parse', 'main')).toBe(git(source, 'rev-parse', 'main'));
    expect(readFileSync(join(mirror, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });
});
