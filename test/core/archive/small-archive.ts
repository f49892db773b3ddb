import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { git } from '../git/fixture.ts';

export type Records = Record<string, Record<string, unknown>[]>;

export interface SmallArchive {
  /** By the name of the file without its number: `pull_requests`. Tests change them. */
  readonly records: Records;
  /** Its bare repository. */
  readonly repository: string;
  readonly commits: { readonly base: string; readonly head: string; readonly merge: string };
  /** Entries beside the records, by path. */
  readonly extra: { path: string; content: string; type?: 'symlink' }[];
  write(): Promise<string>;
}

const host = 'https://bitbucket.org';
const repositoryUrl = `${host}/acme/web-shop`;
export const pullRequestUrl = `${repositoryUrl}/pull/1`;
const at = (minute: number) => `2024-03-01T10:${String(minute).padStart(2, '0')}:00Z`;

const lines = (change: (line: number) => string) =>
  Array.from({ length: 20 }, (_, index) => `${change(index + 1)}\n`).join('');

/** One merged pull request with an approval and a comment on line 12, on a repository of three commits. */
export function smallArchive(folder: string): SmallArchive {
  const repository = join(folder, 'web-shop.git');
  const commits = makeRepository(repository);
  const records = recordsOf(commits);
  const extra: SmallArchive['extra'] = [];
  return {
    ...{ records, repository, commits, extra },
    async write() {
      const path = join(folder, 'archive.tar.gz');
      const entries = [
        { path: 'schema.json', content: '{"version":"1.0.1"}' },
        ...Object.entries(records).map(([name, list]) => {
          return { path: `${name}_000001.json`, content: JSON.stringify(list) };
        }),
        ...filesOf(repository).map((file) => {
          const content = readFileSync(join(repository, file));
          return { path: `repositories/acme/web-shop.git/${file}`, content };
        }),
        ...extra,
      ];
      const tar = await packTar(
        entries.map((entry) => {
          const type = 'type' in entry ? (entry.type ?? 'file') : 'file';
          const body = type === 'file' ? entry.content : '';
          const link = type === 'symlink' ? { linkname: String(entry.content) } : {};
          return {
            header: { name: entry.path, size: Buffer.byteLength(body), type, ...link },
            body,
          };
        }),
      );
      writeFileSync(path, gzipSync(tar));
      return path;
    },
  };
}

function filesOf(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('hooks/'));
}

/** Three commits: base, a head that changes line 12, and their merge. */
function makeRepository(repository: string): SmallArchive['commits'] {
  mkdirSync(repository);
  git(repository, 'init', '--quiet', '--bare', '--initial-branch=main');
  const changed = lines((line) => (line === 12 ? 'twelve' : String(line)));
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: repository,
    input: [
      newCommit(1, lines(String), ''),
      newCommit(2, changed, 'from :1\n'),
      newCommit(3, changed, 'from :1\nmerge :2\n'),
      'reset refs/pull/1/head\nfrom :2\n\nreset refs/heads/main\nfrom :3\n',
    ].join(''),
  });
  const named = git(repository, 'rev-parse', 'main^1', 'refs/pull/1/head', 'main');
  const [base = '', head = '', merge = ''] = named.trim().split('\n');
  git(repository, 'update-ref', '-d', 'refs/made/here');
  return { base, head, merge };
}

function newCommit(mark: number, content: string, parents: string): string {
  const who = 'Ada <ada@example.com> 1709280000 +0000';
  const message = 'data 9\na commit\n';
  const file = `M 100644 inline app.txt\ndata ${content.length}\n${content}`;
  return `commit refs/made/here\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n${message}${parents}${file}\n`;
}

function recordsOf({ base, head, merge }: SmallArchive['commits']): Records {
  const user = (login: string) => ({
    type: 'user',
    url: `${host}/${login}`,
    login,
    name: login,
    emails: [],
    created_at: at(0),
  });
  const end = (ref: string, sha: string) => ({
    ref,
    sha,
    user: `${host}/acme`,
    repo: repositoryUrl,
  });
  const thread = {
    pull_request: pullRequestUrl,
    diff_hunk: '@@ -9,7 +9,7 @@\n 9\n 10\n 11\n-12\n+twelve',
    path: 'app.txt',
    position: 5,
    original_position: 5,
    commit_id: head,
    original_commit_id: head,
    subject_type: 'line',
  };
  const review = (id: number, state: number, minute: number) => ({
    type: 'pull_request_review',
    url: `${pullRequestUrl}/files#pullrequestreview-${id}`,
    pull_request: pullRequestUrl,
    user: `${host}/grace`,
    body: null,
    head_sha: head,
    formatter: 'markdown',
    state,
    reactions: [],
    created_at: at(minute),
    submitted_at: at(minute),
  });
  const event = (id: number, name: string, more: object = {}) => ({
    type: 'issue_event',
    url: `${pullRequestUrl}#event-${id}`,
    pull_request: pullRequestUrl,
    actor: `${host}/ada`,
    event: name,
    created_at: at(20),
    ...more,
  });
  return {
    users: [user('ada'), user('grace')],
    organizations: [
      {
        type: 'organization',
        url: `${host}/acme`,
        login: 'acme',
        name: 'Acme',
        members: [{ user: `${host}/ada`, role: 'admin', state: 'active' }],
      },
    ],
    repositories: [
      {
        type: 'repository',
        url: repositoryUrl,
        owner: `${host}/acme`,
        name: 'web-shop',
        description: 'The shop',
        private: true,
        labels: [],
        created_at: at(0),
        git_url: 'tarball://root/repositories/acme/web-shop.git',
        default_branch: 'main',
      },
    ],
    pull_requests: [
      {
        type: 'pull_request',
        url: pullRequestUrl,
        user: `${host}/ada`,
        repository: repositoryUrl,
        title: 'Count in words',
        body: 'As people do.',
        base: end('main', base),
        head: end('words', head),
        labels: [],
        review_requests: [],
        work_in_progress: false,
        merged_at: at(20),
        closed_at: at(20),
        created_at: at(1),
        merge_commit_sha: merge,
      },
    ],
    issue_events: [event(1, 'merged', { commit_id: merge }), event(2, 'closed')],
    pull_request_reviews: [review(1, 40, 5), review(2, 1, 6)],
    pull_request_review_threads: [
      {
        type: 'pull_request_review_thread',
        url: `${pullRequestUrl}/files#pullrequestreviewthread-1`,
        pull_request_review: `${pullRequestUrl}/files#pullrequestreview-2`,
        ...thread,
        start_position_offset: null,
        blob_position: 11,
        start_line: null,
        line: 12,
        start_side: null,
        side: 'right',
        original_start_line: null,
        original_line: 12,
        created_at: at(6),
        resolved_at: null,
        resolver: null,
        outdated: false,
      },
    ],
    pull_request_review_comments: [
      {
        type: 'pull_request_review_comment',
        url: `${pullRequestUrl}/files#r1`,
        pull_request_review: `${pullRequestUrl}/files#pullrequestreview-2`,
        pull_request_review_thread: `${pullRequestUrl}/files#pullrequestreviewthread-1`,
        ...thread,
        user: `${host}/grace`,
        body: 'In words?',
        formatter: 'markdown',
        state: 1,
        in_reply_to: null,
        reactions: [],
        created_at: at(6),
      },
    ],
  };
}
