import type { FileDiff } from '../../../git/diff/parse-diff.ts';
import { runGit } from '../../../git/git-tools.ts';
import { jsonAnswer } from '../../../network/answer.ts';
import { nodeId } from '../../accounts/account-json.ts';
import { githubError } from '../../rest/answers.ts';
import { pagedAnswer } from '../../rest/paging.ts';
import { type JsonContext, jsonContext, type TrackerHandler, withPull } from '../context.ts';

const maxCommits = 250;

/** Oldest first, 250 at most. */
export const listPullCommits: TrackerHandler = withPull(async (call, pull) => {
  const { host, tools, repository } = call;
  const range = { tools, repository, base: pull.base.sha, head: pull.head.sha };
  const all = [...(await host.diffs.commits(range))].reverse();
  const shas = all.slice(0, maxCommits);
  if (shas.length === 0) return jsonAnswer(200, []);
  const args = ['log', '--no-walk=unsorted', '-z', `--format=${format}`, ...shas, '--'];
  const records = (await runGit(tools, repository.directory, args)).split('\0').filter(Boolean);
  const context = jsonContext(call);
  return pagedAnswer(records, {
    exchange: call.exchange,
    base: call.addresses.apiUrl,
    toJson: (record) => commitJson(record, context),
  });
});

export const getCommit: TrackerHandler = async (call) => {
  const { tools, repository, words } = call;
  const [sha = ''] = words;
  if (!/^[0-9a-f]{40}$/.test(sha)) return githubError(422, `No commit found for SHA: ${sha}`);
  const args = ['log', '--no-walk', '-z', `--format=${format}`, sha, '--'];
  const record = await runGit(tools, repository.directory, args).catch(() => null);
  if (record === null) return githubError(422, `No commit found for SHA: ${sha}`);
  return jsonAnswer(200, commitJson(record.replaceAll('\0', ''), jsonContext(call)));
};

const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x1f');

function commitJson(record: string, { self, html }: JsonContext) {
  const [sha = '', tree = '', parents = '', ...rest] = record.split('\x1f');
  const [name, email, date, committer, committerEmail, committed, message = ''] = rest;
  return {
    sha,
    node_id: nodeId('C', Number.parseInt(sha.slice(0, 8), 16)),
    commit: {
      author: { name, email, date },
      committer: { name: committer, email: committerEmail, date: committed },
      message: message.trimEnd(),
      tree: { sha: tree, url: `${self}/git/trees/${tree}` },
      url: `${self}/git/commits/${sha}`,
      comment_count: 0,
      verification: {
        verified: false,
        reason: 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: `${self}/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
    comments_url: `${self}/commits/${sha}/comments`,
    author: null,
    committer: null,
    parents: parents
      .split(' ')
      .filter(Boolean)
      .map((parent) => ({
        sha: parent,
        url: `${self}/commits/${parent}`,
        html_url: `${html}/commit/${parent}`,
      })),
  };
}

export const listPullFiles: TrackerHandler = withPull(async (call, pull) => {
  const { host, tools, repository } = call;
  const range = { tools, repository, base: pull.base.sha, head: pull.head.sha };
  const files = await host.diffs.of(range);
  const context = jsonContext(call);
  return pagedAnswer([...files.values()], {
    exchange: call.exchange,
    base: call.addresses.apiUrl,
    toJson: (file) => fileJson(file, pull.head.sha, context),
  });
});

function fileJson(file: FileDiff, head: string, { self, html }: JsonContext) {
  const rows = file.hunks.flatMap((hunk) => hunk.rows);
  const additions = rows.filter((row) => row.left === 0).length;
  const deletions = rows.filter((row) => row.right === 0).length;
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const lines = file.hunks.flatMap((hunk) => [hunk.header, ...hunk.rows.map((row) => row.text)]);
  return {
    sha: file.blob,
    filename: file.path,
    status: statuses[file.status] ?? 'changed',
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${html}/blob/${head}/${path}`,
    raw_url: `${html}/raw/${head}/${path}`,
    contents_url: `${self}/contents/${path}?ref=${head}`,
    ...(lines.length === 0 ? {} : { patch: lines.join('\n') }),
    ...(file.path === file.oldPath ? {} : { previous_filename: file.oldPath }),
  };
}

const statuses: Readonly<Record<string, string>> = {
  A: 'added',
  C: 'copied',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
};
