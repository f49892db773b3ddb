import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../../../../../src/core/archive/check/check-archive.ts';
import { createArchiveWriter } from '../../../../../src/core/archive/write/archive-writer.ts';
import { writeRepository } from '../../../../../src/core/archive/write/write-repository.ts';
import { renderRecords } from '../../../../../src/core/replica/desired/archive/github/render-records.ts';
import { createLogins } from '../../../../../src/core/replica/desired/archive/logins.ts';
import { git, type TemporaryFolder, temporaryFolder } from '../../../git/fixture.ts';
import { type LocalMirror, openLocalMirror } from '../../../git/local-mirror.ts';
import { drawPullRequests } from './drawn.ts';
import { addresses } from './fixture.ts';
import { type SomePullRequest, somePullRequest } from './random-pull-request.ts';

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

function at() {
  return { git: mirror.tool, directory: mirror.directory };
}

/** Writes an archive of pull requests, as the emitter does. */
async function writeArchive(drawn: readonly SomePullRequest[], path: string): Promise<void> {
  const { base, pullRequests } = await drawPullRequests(at(), drawn);
  const logins = createLogins(addresses, 'acme');
  const writer = await createArchiveWriter(path);
  const refs = new Map<string, string>();
  for (const { number, rendering, head, branch } of pullRequests) {
    refs.set(`refs/pull/${number}/head`, head);
    refs.set(...branch);
    const records = renderRecords({ ...rendering, addresses, logins });
    for (const [kind, list] of Object.entries(records))
      await writer.add(kind as keyof typeof records, list);
  }
  refs.set('refs/heads/main', base);
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
