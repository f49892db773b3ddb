import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advertiseRefs } from '../../../sandbox/git/advertise-refs.ts';
import { bareRepository, commitFiles, git, temporaryFolder } from '../../core/git/fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let directory: string;

beforeEach(() => {
  folder = temporaryFolder();
  directory = bareRepository(folder.path, 'one.git');
});

afterEach(() => folder.remove());

/** A branch of each order, some of them packed, and what pull requests leave. */
function fill(): string {
  const commit = commitFiles(directory, 'main', { 'a.txt': 'a' });
  for (const name of ['heads/a', 'heads/a-b', 'heads/é', 'tags/light'])
    git(directory, 'update-ref', `refs/${name}`, commit);
  git(directory, 'pack-refs', '--all');
  const next = commitFiles(directory, 'main', { 'a.txt': 'b' });
  for (const name of ['heads/b/c', 'pull/1/head'])
    git(directory, 'update-ref', `refs/${name}`, next);
  return next;
}

const advertise = (command: string, hiddenRefs: string | null = 'refs/pull') =>
  advertiseRefs({ directory, command, allowsFilter: true, hiddenRefs });

/** Returns what git itself says; its version is its own. */
function said(command: string, hiddenRefs: string | null = 'refs/pull'): string {
  const hides = hiddenRefs === null ? [] : [`receive.hideRefs=${hiddenRefs}`];
  const settings = ['uploadpack.allowFilter=true', ...hides];
  const args = ['--stateless-rpc', '--advertise-refs', directory];
  const name = command.replace('git-', '');
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), name, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: folder.path },
  });
}

/** Without the first line's length, which goes by the version of git. */
const comparable = (text: string | null) =>
  text?.slice(4).replace(/agent=git\/[^ \n]+|(?<=agent=\S+) session-id=\S+/g, '') ?? null;

describe.each(['git-upload-pack', 'git-receive-pack'])('a list of refs for %s', (command) => {
  it('equals what git says', async () => {
    fill();
    expect(comparable(await advertise(command))).toBe(comparable(said(command)));
  });

  it('equals it where nothing is hidden from a push', () => {
    fill();
    expect(comparable(advertise(command, null))).toBe(comparable(said(command, null)));
  });

  it('equals it where the default branch does not exist', async () => {
    fill();
    git(directory, 'symbolic-ref', 'HEAD', 'refs/heads/none');
    expect(comparable(await advertise(command))).toBe(comparable(said(command)));
  });

  it('equals it for an empty repository', async () => {
    expect(comparable(await advertise(command))).toBe(comparable(said(command)));
  });

  it('is left to git where a ref is broken or there are many', async () => {
    const tip = fill();
    writeFileSync(join(directory, 'refs/heads/broken'), 'not a hash\n');
    expect(await advertise(command)).toBe(null);
    writeFileSync(join(directory, 'refs/heads/broken'), `${tip}\n`);
    expect(await advertise(command)).not.toBe(null);
    for (let number = 0; number < 100; number += 1)
      writeFileSync(join(directory, `refs/heads/n${number}`), `${tip}\n`);
    expect(await advertise(command)).toBe(null);
  });
});

describe('a list of refs for git-upload-pack', () => {
  it.each([false, true])(
    'equals what git says of annotated tags (packed: %s)',
    async (isPacked) => {
      fill();
      git(directory, 'tag', '-a', 'v1', '-m', 'one', 'main');
      git(directory, 'tag', '-a', 'v1-signed', '-m', 'a tag of a tag', 'v1');
      git(directory, 'tag', '-a', 'tree', '-m', 'a tag of a tree', 'main^{tree}');
      if (isPacked) git(directory, 'repack', '-a', '-d', '-q', '--depth=0');
      const advertised = await advertise('git-upload-pack');
      expect(comparable(advertised)).toBe(comparable(said('git-upload-pack')));
      expect(advertised).toContain('refs/tags/v1-signed^{}');
    },
  );

  it('is left to git where a tag cannot be read', async () => {
    fill();
    writeFileSync(join(directory, 'refs/tags/gone'), `${'f'.repeat(40)}\n`);
    expect(await advertise('git-upload-pack')).toBe(null);
  });
});
