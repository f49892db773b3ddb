import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../../../src/core/archive/check/check-archive.ts';
import type { GitTool } from '../../../src/core/git/process/git-tool.ts';
import { hasCode } from '../../../src/core/kernel/errors.ts';
import { git, makeTool, type TemporaryFolder, temporaryFolder } from '../git/fixture.ts';
import { pullRequestUrl, type Records, type SmallArchive, smallArchive } from './small-archive.ts';

let folder: TemporaryFolder;
let tool: GitTool;
let made = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  tool = await makeTool(join(folder.path, 'run'));
});
afterAll(async () => {
  await tool.close();
  folder.remove();
});

function newFolder(): string {
  made += 1;
  const path = join(folder.path, `case-${made}`);
  mkdirSync(path);
  return path;
}

function check(path: string) {
  return checkArchive({
    path,
    folder: newFolder(),
    git: tool,
    signal: new AbortController().signal,
  });
}

/** The findings of a small archive after a change, as `kind: message`. */
async function findingsAfter(change: (archive: SmallArchive) => void): Promise<readonly string[]> {
  const archive = smallArchive(newFolder());
  change(archive);
  const { findings } = await check(await archive.write());
  return findings.map(({ severity, kind, message }) =>
    severity === 'error' ? `${kind}: ${message}` : `${severity}: ${message}`,
  );
}

function first(records: Records, kind: string): Record<string, unknown> {
  const record = records[kind]?.[0];
  if (record === undefined) throw new Error(`there is no ${kind}`);
  return record;
}

/** Sets fields of the first record of a kind. */
function set(kind: string, fields: Record<string, unknown>) {
  return ({ records }: SmallArchive) => void Object.assign(first(records, kind), fields);
}

/** Sets the same fields of the thread and of its comment. */
function placed(fields: Record<string, unknown>) {
  return (archive: SmallArchive) => {
    set('pull_request_review_threads', fields)(archive);
    set('pull_request_review_comments', fields)(archive);
  };
}

describe('the check of an archive', () => {
  it('finds the smallest whole archive whole', async () => {
    const summary = await check(await smallArchive(newFolder()).write());
    expect(summary).toEqual({
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

  it.each<[string, (archive: SmallArchive) => void, readonly string[]]>([
    [
      'an author without a record',
      set('pull_requests', { user: 'https://bitbucket.org/gone' }),
      ['reference: user names https://bitbucket.org/gone, which has no record'],
    ],
    [
      'a record of another kind than is expected',
      set('pull_requests', { repository: 'https://bitbucket.org/acme' }),
      [
        'reference: repository names https://bitbucket.org/acme, a record of organizations; expected repositories',
      ],
    ],
    [
      'emails that are null',
      set('users', { emails: null }),
      ['record: emails: must be a list, not null'],
    ],
    [
      'an empty address of a wiki',
      set('repositories', { wiki_url: '' }),
      ['record: wiki_url: must not be empty'],
    ],
    [
      'a time with milliseconds',
      set('pull_requests', { created_at: '2024-03-01T10:01:00.123Z' }),
      ['record: created_at: not a time like 2026-11-22T14:05:00Z'],
    ],
    [
      'a NUL in a text',
      set('pull_requests', { body: 'a\u0000b' }),
      ['record: body: a NUL character'],
    ],
    [
      'a state of a review that no export has',
      set('pull_request_reviews', { state: 2 }),
      ['record: state: must be 1 or 30 or 40'],
    ],
    [
      'a reply by number in place of an address',
      set('pull_request_review_comments', { in_reply_to: 17 }),
      ['record: in_reply_to: must be text, not a number', 'thread: no comment belongs to it'],
    ],
    [
      'a merged pull request that is not closed',
      set('pull_requests', { closed_at: null }),
      ['state: merged_at is set and closed_at is not'],
    ],
    [
      'a merged pull request without its event',
      ({ records }) => void records.issue_events?.shift(),
      ['state: it is merged and has no event "merged"'],
    ],
    [
      'an event of a merge with another commit',
      (archive) => set('issue_events', { commit_id: archive.commits.base })(archive),
      ['state: its commit_id is not the merge_commit_sha of the pull request'],
    ],
    [
      'a comment whose review is by somebody else',
      set('pull_request_review_comments', { user: 'https://bitbucket.org/ada' }),
      ['thread: its review is by somebody else'],
    ],
    [
      'a comment elsewhere than its thread',
      set('pull_request_review_comments', { position: 4, original_position: 4 }),
      ['thread: position, original_position differ from those of its thread'],
    ],
    [
      'a hunk that Git does not show',
      placed({ diff_hunk: '@@ -0,0 +1,5 @@\n+In words?' }),
      ['position: its hunk does not lead to position 5 of the diff'],
    ],
    [
      'a hunk with a line that Git does not show',
      placed({ diff_hunk: '@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-13\n+twelve' }),
      ['position: line 5 of its hunk is not what Git shows'],
    ],
    [
      'a line that is not where the hunk ends',
      set('pull_request_review_threads', { original_line: 13 }),
      ['position: original_line is 13; its hunk ends at line 12'],
    ],
    [
      'the wrong side of a removed line',
      (archive) => {
        placed({
          diff_hunk: '@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-12',
          position: 4,
          original_position: 4,
        })(archive);
      },
      ['position: its hunk ends with a removed line, and side is "right"'],
    ],
    [
      'a file that the pull request does not change',
      placed({ path: 'other.txt' }),
      ['position: other.txt is not part of the diff'],
    ],
    [
      'a head that is not kept',
      ({ repository }) => void git(repository, 'update-ref', '-d', 'refs/pull/1/head'),
      ['ref: refs/pull/1/head is missing'],
    ],
    [
      'a default branch that is not there',
      set('repositories', { default_branch: 'trunk' }),
      ['ref: the default branch trunk is not there'],
    ],
    [
      'a branch and a tag of one name',
      ({ repository, commits }) =>
        void git(repository, 'update-ref', 'refs/tags/main', commits.base),
      ['warning: main is a branch and a tag'],
    ],
    [
      'a merge commit that the repository lacks',
      (archive) => {
        set('pull_requests', { merge_commit_sha: 'a'.repeat(40) })(archive);
        set('issue_events', { commit_id: 'a'.repeat(40) })(archive);
      },
      [
        `commit: merge_commit_sha names commit ${'a'.repeat(40)}, which the repository does not have`,
        `commit: commit_id names commit ${'a'.repeat(40)}, which the repository does not have`,
      ],
    ],
    [
      'two records of one address',
      ({ records }) => void records.users?.push({ ...first(records, 'users') }),
      ['duplicate: another record has its address'],
    ],
    [
      'an attachment whose file is missing',
      ({ records }) => {
        records.attachments = [
          {
            type: 'attachment',
            url: 'https://github.com/user-attachments/assets/1',
            pull_request: pullRequestUrl,
            user: 'https://bitbucket.org/ada',
            asset_name: 'a.png',
            asset_content_type: 'image/png',
            asset_url: 'tarball://root/attachments/1/a.png',
          },
        ];
      },
      ['attachment: attachments/1/a.png is not in the archive'],
    ],
    [
      'an event that belongs to nothing',
      set('issue_events', { pull_request: null, event: 'closed' }),
      [
        'record: it belongs to nothing: one of pull_request, issue has to be set',
        'state: it is merged and has no event "merged"',
      ],
    ],
    [
      'a file that leads out of the archive',
      ({ extra }) => void extra.push({ path: '../outside', content: 'x' }),
      ['layout: it is a file or leads out of the archive'],
    ],
    [
      'a link',
      ({ extra }) =>
        void extra.push({ path: 'attachments/1/a', content: '/etc/passwd', type: 'symlink' }),
      ['layout: it is a symlink or leads out of the archive'],
    ],
    [
      'a repository that git takes for none',
      ({ repository }) => {
        git(repository, 'pack-refs', '--all');
        rmSync(join(repository, 'refs'), { recursive: true });
      },
      ['layout: it has no folder refs: git takes it for no repository'],
    ],
    [
      'a gap in the numbers of files',
      ({ extra }) => void extra.push({ path: 'issues_000002.json', content: '[]' }),
      ['warning: it holds no record', 'layout: it is missing, and a later one is there'],
    ],
    [
      'a key that an object has twice',
      ({ extra }) => void extra.push({ path: 'issues_000001.json', content: '[{"a":1,"a":2}]' }),
      ['json: duplicate key a'],
    ],
  ])('finds %s', async (_, change, expected) => {
    expect(await findingsAfter(change)).toEqual(expected);
  });

  it('never runs what the configuration of a repository names', async () => {
    const archive = smallArchive(newFolder());
    const trace = join(newFolder(), 'ran');
    const text = `[core]\n\tfsmonitor = touch ${trace}\n\tsshCommand = touch ${trace}\n[include]\n\tpath = /dev/zero\n`;
    writeFileSync(join(archive.repository, 'config'), text);
    mkdirSync(join(archive.repository, 'objects/info'), { recursive: true });
    writeFileSync(join(archive.repository, 'objects/info/alternates'), '/\n');
    expect(await check(await archive.write())).toMatchObject({ errors: 0 });
  });

  it('says what git finds wrong with objects', async () => {
    const findings = await findingsAfter(({ repository, commits }) => {
      git(repository, 'repack', '-adq');
      git(repository, 'update-ref', 'refs/heads/gone', commits.base);
      writeFileSync(join(repository, 'refs/heads/gone'), `${'b'.repeat(40)}\n`);
    });
    expect(findings[0]).toMatch(/^git: git fsck: .*refs\/heads\/gone/);
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
      'git_url names repositories/Test/TestRepo.git, which is not in the archive',
      ...Array.from(
        { length: 4 },
        () => 'its commit_id is not the merge_commit_sha of the pull request',
      ),
    ]);
  });
});
