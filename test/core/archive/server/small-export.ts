import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { git } from '../../git/fixture.ts';
import { type SmallArchive, smallArchive } from '../small-archive.ts';

const family = 'com.atlassian.bitbucket.server';
const instance = `${family}.bitbucket-instance-migration`;
const repository = `${family}.bitbucket-git_git/repositories/7`;
const pull = `${instance}_pullRequests/repository/7/pullrequest/1`;

const jane = 'jane|Jane||NORMAL';
const bob = 'bob|Bob \\| Co||NORMAL';
const at = (minute: number) => Date.UTC(2024, 2, 1, 10, minute, 0, 250);

/** An export of a Data Center, written without the program's help. Tests change what is in it. */
export interface SmallExport {
  readonly commits: SmallArchive['commits'];
  /** JSON documents by their paths, in the order of the file; `null`: an empty file. */
  readonly documents: Map<string, unknown>;
  readonly metadata: Record<string, unknown>;
  readonly activities: Record<string, unknown>[];
  /** The comment on line 12, with a reply. */
  readonly comment: Record<string, unknown>;
  /** Files of the bare repository's skeleton. */
  readonly refs: Map<string, string>;
  write(): Promise<string>;
}

export const paths = {
  hooks: `${repository}/hooks/hooks.atl.tar.atl.gz`,
  objects: `${repository}/contents/objects.atl.tar`,
  metadata: `${pull}/metadata.json.atl.gz`,
  activities: `${pull}/activities.json.atl.gz`,
  begin: '_/repository/hierarchy_begin/ab12',
  end: '_/repository/hierarchy_end/ab12',
};

/** One merged pull request with an approval and a comment on line 12, on a repository of three commits. */
export function smallExport(folder: string): SmallExport {
  const { repository: directory, commits } = smallArchive(folder);
  const { base, head } = commits;
  const metadata = metadataOf(commits);
  const comment = commentOf(commits);
  const activities = activitiesOf(commits, comment);
  const refs = refsOf(directory, head);
  const documents = new Map<string, unknown>([
    [
      `${instance}_instanceDetails/instance-details.json.atl.gz`,
      { product: 'Bitbucket Data Center', version: '9.4.18', archiveVersion: 2 },
    ],
    [
      `${instance}_metadata/project_3/project.json.atl.gz`,
      { description: '', id: '3', key: 'ACME', name: 'Acme', public: false, type: 0 },
    ],
    [`${instance}_permissions/project/3/all-permissions.json.atl.gz`, { projectRead: false }],
    [`${instance}_permissions/project/3/permissions.json.atl.gz`, []],
    [paths.begin, null],
    [
      `${instance}_metadata/project_3/repository_7.json.atl.gz`,
      {
        ...{ hierarchyId: 'ab12', id: '7', name: 'Web Shop', projectId: '3', public: false },
        ...{ scmId: 'git', slug: 'web-shop', forkable: true },
      },
    ],
    [`${instance}_permissions/repository/7/permissions.json.atl.gz`, []],
    [`${repository}/metadata/metadata.atl.tar.atl.gz`, refs],
    [paths.hooks, new Map()],
    [paths.objects, objectsOf(directory)],
    [
      `${family}.bitbucket-git-lfs_gitLfsSettings/7/git-lfs-settings.json.atl.gz`,
      { enabled: false },
    ],
    [paths.metadata, metadata],
    [paths.activities, activities],
    [
      `${family}.bitbucket-git_gitPullRequests/repositories/7/pullrequests/1/caches.atl.tar.atl.gz`,
      new Map([['cached-ancestor.txt', `${head},${base},${base}`]]),
    ],
    [paths.end, null],
  ]);
  return {
    ...{ commits, documents, metadata, activities, comment, refs },
    async write() {
      const path = join(folder, 'export.tar');
      const entries = new Map<string, string | Buffer>();
      for (const [name, value] of documents) entries.set(name, await contentOf(name, value));
      writeFileSync(path, await tarOf(entries));
      return path;
    },
  };
}

async function contentOf(name: string, value: unknown): Promise<string | Buffer> {
  if (value === null) return '';
  const content = value instanceof Map ? await tarOf(value) : JSON.stringify(value);
  return name.endsWith('.gz') ? gzipSync(content) : content;
}

async function tarOf(entries: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const packed = await packTar(
    [...entries].map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body })),
  );
  return Buffer.from(packed);
}

function metadataOf({ base, head }: SmallExport['commits']): Record<string, unknown> {
  return {
    allParticipants: [
      { role: 'AUTHOR', status: 'UNAPPROVED', userId: jane },
      { role: 'REVIEWER', status: 'APPROVED', userId: bob, lastReviewedCommit: head },
    ],
    ...{ createdTimestamp: at(0), updatedTimestamp: at(9), rescopedTimestamp: at(0) },
    ...{ closedTimestamp: at(9), description: 'Says twelve.', draft: false, id: 1, version: 3 },
    fromRef: { displayId: 'twelve', id: 'refs/heads/twelve', latestCommit: head },
    toRef: { displayId: 'main', id: 'refs/heads/main', latestCommit: base },
    ...{ state: 'MERGED', title: 'Say twelve' },
  };
}

function commentOf({ base, head }: SmallExport['commits']): Record<string, unknown> {
  const plain = { severity: 'NORMAL', state: 'OPEN' };
  const reply = { ...plain, authorId: jane, id: '12', text: 'Yes.', comments: [] };
  return {
    ...{ ...plain, authorId: bob, id: '11', text: 'Why?' },
    comments: [{ ...reply, createdTimestamp: at(3), updatedTimestamp: at(3) }],
    ...{ createdTimestamp: at(2), updatedTimestamp: at(2) },
    thread: {
      anchor: {
        ...{ diffType: 'EFFECTIVE', fileType: 'TO', fromHash: base, toHash: head },
        ...{ line: 12, lineType: 'ADDED', orphaned: false, path: 'app.txt' },
      },
      ...{ createdTimestamp: at(2), resolved: false, updatedTimestamp: at(3) },
    },
  };
}

function activitiesOf({ merge }: SmallExport['commits'], comment: Record<string, unknown>) {
  return [
    { kind: 'COMMENT:ADDED', comment, createdTimestamp: at(2), userId: bob },
    { kind: 'ACTIVITY', action: 'OPENED', createdTimestamp: at(0), userId: jane },
    {
      ...{ kind: 'COMMENT:OTHER', commentAction: 'REPLIED', commentId: '12' },
      ...{ createdTimestamp: at(3), userId: jane },
    },
    { kind: 'ACTIVITY', action: 'APPROVED', createdTimestamp: at(5), userId: bob },
    { kind: 'MERGED', autoMerge: false, hash: merge, createdTimestamp: at(9), userId: jane },
  ];
}

function refsOf(directory: string, head: string): Map<string, string> {
  const main = git(directory, 'rev-parse', 'refs/heads/main');
  const log = `${'0'.repeat(40)} ${head} Bitbucket Mesh <bitbucket.mesh@atlassian.com> 1709287200 +0000\n`;
  return new Map([
    ['HEAD', 'ref: refs/heads/main\n'],
    ['refs/heads/main', `${main.trim()}\n`],
    ['stash-refs/pull-requests/1/from', `${head}\n`],
    ['logs/stash-refs/pull-requests/1/from', log],
  ]);
}

function objectsOf(directory: string): Map<string, Buffer> {
  const listed = git(directory, 'cat-file', '--batch-all-objects', '--batch-check').trim();
  return new Map(
    listed.split('\n').map((line) => {
      const [oid = '', type = ''] = line.split(' ');
      const content = execFileSync('git', ['-C', directory, 'cat-file', type, oid]);
      const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
      return [`${oid.slice(0, 2)}/${oid.slice(2)}`, deflateSync(whole)];
    }),
  );
}
