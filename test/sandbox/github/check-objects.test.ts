import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiverOf } from '../../../sandbox/git/judge-refs.ts';
import { refuseObjects } from '../../../sandbox/github/git/check-objects.ts';
import { bareRepository, commitFiles, temporaryFolder } from '../../core/git/fixture.ts';

const oids = ['a1', 'b2', 'c3', 'd4', 'e5'].map((two) => two.repeat(32));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function pointer(oid: string): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`;
}

/** Returns what is said against a push of these files, beside as many others. */
function refused(files: Readonly<Record<string, string>>, others: number) {
  const pushed = bareRepository(folder.path, 'pushed.git');
  const more = Object.fromEntries(
    Array.from({ length: others }, (_, index) => [`other/${index}`, `other ${index}`]),
  );
  const to = commitFiles(pushed, 'main', { ...more, ...files });
  const action = { kind: 'create', ref: 'refs/heads/new' } as const;
  const limits = { maxFileBytes: 3000, lfsDirectory: join(folder.path, 'lfs') };
  // The push lies apart from an empty repository, as it does before it is accepted.
  const quarantine = join(pushed, 'objects');
  const receiver = receiverOf(
    { environment: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } },
    bareRepository(folder.path, 'one.git'),
    { quarantine },
  );
  const commands = [{ action, from: null, to, nameBytes: 14 }];
  return refuseObjects(receiver, { commands, quarantine }, limits);
}

describe.each([
  ['a few files', 1],
  ['thousands of files', 2500],
])('a push with %s', (_, others) => {
  it('may bring pointers of objects that are there, and no others', async () => {
    const [known = '', ...unknown] = oids;
    const place = join(folder.path, 'lfs', known.slice(0, 2), known.slice(2, 4));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, known), 'a film');
    expect(await refused({ a: pointer(known), b: 'x'.repeat(500) }, others)).toEqual([]);
    const files = Object.fromEntries(oids.map((oid) => [oid, pointer(oid)]));
    expect(await refused({ ...files, again: `${pointer(known)}\n` }, others)).toEqual([
      'error: GH008: Your push referenced at least 4 unknown Git LFS objects:',
      ...unknown.slice(0, 3).map((oid) => `    ${oid}`),
      "Try to push them with 'git lfs push --all'.",
    ]);
  });

  it('names only the file that is too large, with its size', async () => {
    const said = await refused({ 'data/large one': 'x'.repeat(52_429), small: 'x' }, others);
    expect(said.filter((line) => line.startsWith('error: File '))).toEqual([
      expect.stringMatching(
        /^error: File data\/large one is 0\.05 MB; this exceeds GitHub's file size limit of 0\.00 MB$/,
      ),
    ]);
    expect(said.at(-1)).toContain('GH001: Large files detected');
  });
});
