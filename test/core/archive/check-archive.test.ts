import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { hasCode } from '../../../src/core/kernel/errors.ts';
import { checkerForFile } from './checker.ts';
import { smallArchive } from './small-archive.ts';

const { newFolder, check } = checkerForFile();

describe('the check of an archive', () => {
  it('finds the smallest whole archive whole', async () => {
    const summary = await check(await smallArchive(newFolder()).write());
    expect(summary).toEqual({
      format: 'github',
      version: '1.0.1',
      records: {
        users: 2,
        organizations: 1,
        repositories: 1,
        pull_requests: 1,
        issue_events: 2,
        pull_request_reviews: 2,
        pull_request_review_threads: 1,
        pull_request_review_comments: 1,
      },
      repositories: ['repositories/acme/web-shop.git'],
      errors: 0,
      warnings: 0,
      findings: [],
    });
  });

  it('goes on behind a file that nobody reads, however long the next one is', async () => {
    const archive = smallArchive(newFolder());
    const long = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => index));
    archive.extra.push(
      { path: 'notes.txt', content: 'no importer reads it' },
      { path: 'urls.json', content: long },
    );
    expect(await check(await archive.write())).toMatchObject({ errors: 0, warnings: 1 });
  });

  it('reads an archive that is not compressed', async () => {
    const archive = smallArchive(newFolder());
    const path = await archive.write();
    const plain = join(newFolder(), 'archive.tar');
    writeFileSync(plain, gunzipSync(readFileSync(path)));
    expect(await check(plain)).toMatchObject({ errors: 0, warnings: 0 });
  });

  it.each([
    ['text', Buffer.from('no archive')],
    ['a compressed text', gzipSync('no archive')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async (_, content) => {
    const path = join(newFolder(), 'archive.tar.gz');
    writeFileSync(path, content);
    const failed = await check(path).catch((error: unknown) => error);
    if (hasCode(failed, 'input-file')) return;
    expect(failed).toMatchObject({ errors: 2 });
  });

  it('refuses an archive that ends early', async () => {
    const path = await smallArchive(newFolder()).write();
    const cut = join(newFolder(), 'cut.tar.gz');
    const whole = readFileSync(path);
    writeFileSync(cut, whole.subarray(0, whole.length / 2));
    expect(hasCode(await check(cut).catch((error: unknown) => error), 'input-file')).toBe(true);
  });
});

describe('a real export of GitHub', () => {
  it('has the shapes and references that are checked; its merges were rewritten by a tool', async () => {
    const exported = fileURLToPath(new URL('../../fixtures/real-export', import.meta.url));
    const files = readdirSync(exported).filter((name) => name.endsWith('.json'));
    const tar = await packTar([
      { header: { name: 'schema.json', size: 19 }, body: '{"version":"1.1.0"}' },
      ...files.map((name) => {
        const body = readFileSync(join(exported, name));
        return { header: { name, size: body.length }, body };
      }),
    ]);
    const path = join(newFolder(), 'export.tar.gz');
    writeFileSync(path, gzipSync(tar));
    const { findings, records } = await check(path);
    expect(records).toMatchObject({ pull_requests: 5, issue_events: 14, issues: 1, users: 2 });
    expect(findings.map(({ message }) => message)).toEqual([
      'git_url points to repositories/Test/TestRepo.git, which is not in the archive',
      ...Array.from(
        { length: 4 },
        () => 'its commit_id is not the merge_commit_sha of the pull request',
      ),
    ]);
  });
});
