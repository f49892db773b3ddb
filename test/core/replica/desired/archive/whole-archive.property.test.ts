import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../../../../../src/core/archive/check/check-archive.ts';
import { createArchiveWriter } from '../../../../../src/core/archive/write/archive-writer.ts';
import { type HunkAt, hunkAt } from '../../../../../src/core/archive/write/hunk-at.ts';
import { writeRepository } from '../../../../../src/core/archive/write/write-repository.ts';
import type { Diff } from '../../../../../src/core/git/diff/diff.ts';
import { createCommits } from '../../../../../src/core/git/objects/create-commits.ts';
import { readDiffs } from '../../../../../src/core/git/objects/read-diffs.ts';
import type { SourceComment } from '../../../../../src/core/ports/records/pull-request.ts';
import { createLogins } from '../../../../../src/core/replica/desired/archive/logins.ts';
import { renderRecords } from '../../../../../src/core/replica/desired/archive/render-records.ts';
import { locateInDiff } from '../../../../../src/core/replica/desired/prepare/locate-in-diff.ts';
import { desirePullRequest } from '../../../../../src/core/replica/model/desire-pull-request.ts';
import type { Placement } from '../../../../../src/core/replica/model/placement.ts';
import { git, type TemporaryFolder, temporaryFolder } from '../../../git/fixture.ts';
import { type LocalMirror, openLocalMirror } from '../../../git/local-mirror.ts';
import { commit } from '../../../git/objects/diff-place.ts';
import { bob, jane, options } from '../render/fixture.ts';
import { addresses } from './fixture.ts';
import { commentsOf, type SomePullRequest, somePullRequest } from './random-pull-request.ts';

let folder: TemporaryFolder;
let mirror: LocalMirror;
beforeAll(async () => {
  folder = temporaryFolder();
  mirror = await openLocalMirror();
});
afterAll(async () => {
  await mirror.close();
  folder.remove();
});

interface Ends {
  readonly base: string;
  readonly older: string;
  readonly head: string;
  readonly merge: string;
}

/** As a migration places them: on the commit that a comment was made on, by the diff that git shows. */
function placed(
  comments: readonly SourceComment[],
  { number, ends, now, before }: { number: number; ends: Ends; now: Diff; before: Diff },
) {
  const placements = new Map<string, Placement>();
  const hunks = new Map<string, HunkAt>();
  for (const { id, inline, parentId } of comments) {
    if (inline === null || parentId !== null) continue;
    const [diff, tip] = inline.isOutdated ? [before, ends.older] : [now, ends.head];
    const found = locateInDiff(diff, inline);
    if (found === 'outside') placements.set(id, { kind: 'conversation', why: 'outside' });
    else if (found === 'file') {
      placements.set(id, { kind: 'file', commit: tip, place: { path: inline.path }, why: '' });
    } else {
      placements.set(id, { kind: 'line', commit: tip, place: found });
      const file = diff.files.find(({ path }) => path === found.path);
      const hunk = file === undefined ? null : hunkAt(file, found);
      if (hunk !== null) hunks.set(`comment ${number}/${id}`, hunk);
    }
  }
  return { placements, hunks };
}

/** Makes the commits of all of them at once: base, an earlier head, head, and a merge. */
async function makeCommits(drawn: readonly SomePullRequest[]): Promise<readonly Ends[]> {
  const made = await createCommits({
    ...at(),
    commits: drawn.flatMap((one, index) => {
      const first = index * 4;
      return [
        commit(one.base),
        commit(one.first, [first]),
        commit(one.head, [first + 1]),
        commit(one.head, [first, first + 2]),
      ];
    }),
  });
  return drawn.map((_, index) => {
    const [base = '', older = '', head = '', merge = ''] = made.slice(index * 4);
    return { base, older, head, merge };
  });
}

function at() {
  return { git: mirror.tool, directory: mirror.directory };
}

/** Writes an archive of pull requests, as the emitter does. */
async function writeArchive(drawn: readonly SomePullRequest[], path: string): Promise<void> {
  const all = await makeCommits(drawn);
  const diffs = await readDiffs({
    ...at(),
    diffs: all.flatMap(({ base, head, older }) =>
      [head, older].map((tip) => ({ base, head: tip })),
    ),
  });
  const logins = createLogins(addresses, 'acme');
  const writer = await createArchiveWriter(path);
  const refs = new Map<string, string>();
  for (const [index, one] of drawn.entries()) {
    const ends = all[index] ?? { base: '', older: '', head: '', merge: '' };
    const [now = { files: [] }, before = { files: [] }] = diffs.slice(index * 2);
    refs.set(`refs/pull/${index + 1}/head`, ends.head);
    refs.set(
      `refs/heads/${one.state}-${index + 1}`,
      one.state === 'merged' ? ends.merge : ends.base,
    );
    const rendering = renderingOf(one, { number: index + 1, ends, now, before });
    const records = renderRecords({ ...rendering, logins });
    for (const [kind, list] of Object.entries(records))
      await writer.add(kind as keyof typeof records, list);
  }
  refs.set('refs/heads/main', all[0]?.base ?? '');
  await writer.add('users', logins.records());
  await writer.add('organizations', [
    { type: 'organization', url: addresses.owner, login: 'acme', name: null, members: [] },
  ]);
  await writer.add('repositories', [
    {
      type: 'repository',
      url: addresses.repository,
      owner: addresses.owner,
      name: 'app',
      description: null,
      private: true,
      created_at: '2020-01-01T00:00:00Z',
      git_url: 'tarball://root/repositories/acme/app.git',
      default_branch: 'main',
    },
  ]);
  await writeRepository({
    ...{ mirror: at(), refs, writer, owner: 'acme', name: 'app', defaultBranch: 'main' },
    folder: mkdtempSync(join(folder.path, 'repository-')),
  });
  await writer.finish();
}

function renderingOf(
  drawn: SomePullRequest,
  { number, ends, ...diffs }: { number: number; ends: Ends; now: Diff; before: Diff },
) {
  const comments = commentsOf(drawn.comments, ends.older);
  const { placements, hunks } = placed(comments, { number, ends, ...diffs });
  const isMerged = drawn.state === 'merged';
  const input = options({
    pullRequest: {
      number,
      state: drawn.state,
      participants: [jane, bob].slice(0, drawn.approvals).map((one) => {
        return { person: one, role: 'reviewer', verdict: 'approved', at: null };
      }),
    },
    conversation: { comments },
    placements: Object.fromEntries(placements),
  });
  const { convert } = input.words;
  const { base, head, merge } = ends;
  return {
    pullRequest: desirePullRequest({ ...input, convert, range: { base, head } }),
    ...{ words: input.words, addresses, hunks },
    commits: { base, head, merge: isMerged ? merge : null },
    rewrites: [],
    isHeadDeleted: isMerged,
  };
}

function check(path: string) {
  const unpacked = mkdtempSync(join(folder.path, 'unpacked-'));
  const { signal } = new AbortController();
  return checkArchive({ path, folder: unpacked, git: mirror.tool, signal });
}

describe('an archive of random pull requests', () => {
  it('is whole for the strict reader: every hunk, position and line is what git shows', async () => {
    let placed = 0;
    const several = fc.array(somePullRequest, { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(several, async (drawn) => {
        const path = join(mkdtempSync(join(folder.path, 'drawn-')), 'archive.tar.gz');
        await writeArchive(drawn, path);
        const { findings, records } = await check(path);
        expect(findings).toEqual([]);
        placed += records.pull_request_review_threads ?? 0;
      }),
      { numRuns: 3, endOnFailure: true },
    );
    expect(placed).toBeGreaterThan(20);
  });

  it('is the same to the byte when it is written again, and plain tar and git read it', async () => {
    const drawn = fc.sample(somePullRequest, { numRuns: 3, seed: 7 });
    const [one, other] = [join(folder.path, 'one.tar.gz'), join(folder.path, 'other.tar.gz')];
    await writeArchive(drawn, one);
    await writeArchive(drawn, other);
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
    const unpacked = join(folder.path, 'by-tar');
    mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', one, '-C', unpacked]);
    const repository = join(unpacked, 'repositories/acme/app.git');
    expect(git(repository, 'fsck', '--full', '--strict')).toBe('');
    const names = git(repository, 'for-each-ref', '--format=%(refname)').trim().split('\n');
    expect(names).toHaveLength(7);
  });
});
