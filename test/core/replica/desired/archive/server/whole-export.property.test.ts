import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../../../../../../src/core/archive/check/check-archive.ts';
import { createServerWriter } from '../../../../../../src/core/archive/write/server/server-writer.ts';
import { renderServerPull } from '../../../../../../src/core/replica/desired/archive/server/render-server-pull.ts';
import { createServerPeople } from '../../../../../../src/core/replica/desired/archive/server/server-people.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../../git/fixture.ts';
import { type LocalMirror, openLocalMirror } from '../../../../git/local-mirror.ts';
import { drawPullRequests } from '../drawn.ts';
import { type SomePullRequest, somePullRequest } from '../random-pull-request.ts';

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

const newFolder = () => mkdtempSync(join(folder.path, 'drawn-'));

/** Writes an export of random pull requests, as the emitter does. @returns its path */
async function writeExport(drawn: readonly SomePullRequest[]): Promise<string> {
  const at = { git: mirror.tool, directory: mirror.directory };
  const { base, pullRequests } = await drawPullRequests(at, drawn);
  const path = join(newFolder(), 'export.tar');
  const people = createServerPeople();
  const writer = await createServerWriter({
    ...{ path, folder: newFolder() },
    repository: {
      ids: { project: '1', repository: '7', hierarchy: 'ab12' },
      project: { key: 'APP', name: 'Apps' },
      ...{ slug: 'app', name: 'App', isPublic: false, defaultBranch: 'main' },
    },
  });
  const refs = new Map([['refs/heads/main', base]]);
  for (const { rendering, branch } of pullRequests) {
    refs.set(...branch);
    await writer.add(renderServerPull({ ...rendering, people }));
  }
  const userIds = people.records().map(({ url }) => url);
  await writer.finish({ mirror: at, refs, userIds });
  return path;
}

function check(path: string) {
  const { signal } = new AbortController();
  return checkArchive({ path, folder: newFolder(), git: mirror.tool, signal });
}

describe('an export of random pull requests', () => {
  it('is whole for the strict reader: every reference, order and anchor is what git shows', async () => {
    let placed = 0;
    const several = fc.array(somePullRequest, { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(several, async (drawn) => {
        const { findings, records } = await check(await writeExport(drawn));
        expect(findings).toEqual([]);
        placed += records.pull_request_review_threads ?? 0;
      }),
      { numRuns: 3, endOnFailure: true },
    );
    expect(placed).toBeGreaterThan(20);
  });

  it('is the same to the byte when it is written again', async () => {
    const drawn = fc.sample(somePullRequest, { numRuns: 3, seed: 7 });
    const [one, other] = [await writeExport(drawn), await writeExport(drawn)];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });
});
