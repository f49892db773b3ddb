import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../git/fixture.ts';
import { checkerForFile, first, set } from './checker.ts';
import { pullRequestUrl, type SmallArchive, smallArchive } from './small-archive.ts';

const checker = checkerForFile();

/** Sets the same fields of the thread and of its comment. */
function placed(fields: Record<string, unknown>) {
  return (archive: SmallArchive) => {
    set('pull_request_review_threads', fields)(archive);
    set('pull_request_review_comments', fields)(archive);
  };
}

describe('the check of the files and the repository of an archive', () => {
  it.each<[string, (archive: SmallArchive) => void, readonly string[]]>([
    [
      'a hunk that Git does not show',
      placed({ diff_hunk: '@@ -0,0 +1,5 @@\n+In words?' }),
      ['position: its hunk does not match position 5 of the diff'],
    ],
    [
      'a hunk with a line that Git does not show',
      placed({ diff_hunk: '@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-13\n+twelve' }),
      ["position: line 5 of its hunk differs from Git's diff"],
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
      ['position: its hunk ends with a removed line, but side is "right"'],
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
      ['ref: the default branch trunk does not exist'],
    ],
    [
      'a branch and a tag of one name',
      ({ repository, commits }) =>
        void git(repository, 'update-ref', 'refs/tags/main', commits.base),
      ['warning: main is both a branch and a tag'],
    ],
    [
      'a merge commit that the repository lacks',
      (archive) => {
        set('pull_requests', { merge_commit_sha: 'a'.repeat(40) })(archive);
        set('issue_events', { commit_id: 'a'.repeat(40) })(archive);
      },
      [
        `commit: merge_commit_sha refers to commit ${'a'.repeat(40)}, which is not in the repository`,
        `commit: commit_id refers to commit ${'a'.repeat(40)}, which is not in the repository`,
      ],
    ],
    [
      'two records of one address',
      ({ records }) => void records.users?.push({ ...first(records, 'users') }),
      ['duplicate: another record has the same URL'],
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
        'record: it has no parent: set one of pull_request, issue',
        'state: it is merged but has no "merged" event',
      ],
    ],
    [
      'a file that leads out of the archive',
      ({ extra }) => void extra.push({ path: '../outside', content: 'x' }),
      ['layout: it is a file or points outside the archive'],
    ],
    [
      'a link',
      ({ extra }) =>
        void extra.push({ path: 'attachments/1/a', content: '/etc/passwd', type: 'symlink' }),
      ['layout: it is a symlink or points outside the archive'],
    ],
    [
      'a repository that git takes for none',
      ({ repository }) => {
        git(repository, 'pack-refs', '--all');
        rmSync(join(repository, 'refs'), { recursive: true });
      },
      ['layout: it has no folder refs: Git does not treat it as a repository'],
    ],
    [
      'a gap in the numbers of files',
      ({ extra }) => void extra.push({ path: 'issues_000002.json', content: '[]' }),
      ['warning: it has no records', 'layout: it is missing, but a later one exists'],
    ],
    [
      'a key that an object has twice',
      ({ extra }) => void extra.push({ path: 'issues_000001.json', content: '[{"a":1,"a":2}]' }),
      ['json: duplicate key a'],
    ],
  ])('finds %s', async (_, change, expected) => {
    expect(await checker.findingsAfter(change)).toEqual(expected);
  });

  it('never runs what the configuration of a repository names', async () => {
    const archive = smallArchive(checker.newFolder());
    const trace = join(checker.newFolder(), 'ran');
    const text = `[core]\n\tfsmonitor = touch ${trace}\n\tsshCommand = touch ${trace}\n[include]\n\tpath = /dev/zero\n`;
    writeFileSync(join(archive.repository, 'config'), text);
    mkdirSync(join(archive.repository, 'objects/info'), { recursive: true });
    writeFileSync(join(archive.repository, 'objects/info/alternates'), '/\n');
    expect(await checker.check(await archive.write())).toMatchObject({ errors: 0 });
  });

  it('says what git finds wrong with objects', async () => {
    const findings = await checker.findingsAfter(({ repository, commits }) => {
      git(repository, 'repack', '-adq');
      git(repository, 'update-ref', 'refs/heads/gone', commits.base);
      writeFileSync(join(repository, 'refs/heads/gone'), `${'b'.repeat(40)}\n`);
    });
    expect(findings[0]).toMatch(/^git: git fsck: .*refs\/heads\/gone/);
  });
});
