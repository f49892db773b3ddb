import { compare } from '../../tracker/diffs/compare.ts';
import { makeDiscussion } from '../../tracker/issues/discussion.ts';
import { writePullRef } from '../../tracker/pulls/refs.ts';
import type { GithubDiscussion, GithubIssue, GithubPullRequest } from '../../tracker/records.ts';
import { type Records, recordsOf } from '../archive.ts';
import { type ImportContext, lose, madeAt } from './import-context.ts';

type PullRecord = Records['pull_requests'];
type IssueRecord = Records['issues'];

/** Pull requests and issues, by their numbers. */
export async function importDiscussions(context: ImportContext): Promise<void> {
  const { archive, lost, repository } = context;
  const pulls = recordsOf(archive, 'pull_requests').map((pull) => ({ pull, url: pull.url }));
  const issues = recordsOf(archive, 'issues').map((issue) => ({ issue, url: issue.url }));
  const all = [...pulls, ...issues]
    .filter(({ url }) => !lost.has(url))
    .sort((one, other) => numberIn(one.url) - numberIn(other.url));
  for (const [index, one] of all.entries()) {
    const number = context.rules.keepsNumberGaps ? numberIn(one.url) : index + 1;
    const made =
      'pull' in one
        ? await makePull(context, one.pull, number)
        : makeIssue(context, one.issue, number);
    repository.tracker.add(made);
    context.discussions.set(one.url, made);
  }
}

/** The number at the end of `…/pull/7`. */
function numberIn(url: string): number {
  return Number(/\/(?:pull|issues)\/(\d+)$/.exec(url)?.[1] ?? 0);
}

function makeBase(context: ImportContext, record: PullRecord | IssueRecord, number: number) {
  const { host, people, repository } = context;
  const { tracker } = repository;
  const { title, body, closed_at: closedAt } = record;
  const wanted = { tracker, title, body, author: people(record.user) };
  return {
    ...makeDiscussion(host, wanted),
    ...madeAt(context, record.created_at),
    updatedAt: closedAt ?? record.created_at,
    number,
    state: closedAt === null ? ('open' as const) : ('closed' as const),
    closedAt,
  };
}

function makeIssue(context: ImportContext, record: IssueRecord, number: number): GithubIssue {
  return { kind: 'issue', ...makeBase(context, record, number) };
}

async function makePull(
  context: ImportContext,
  record: PullRecord,
  number: number,
): Promise<GithubPullRequest> {
  const { host, commits, people, repository } = context;
  const { rules } = context;
  const { tools } = host.importer;
  const { directory } = repository;
  const { base, head } = record;
  const isThere = commits(base.sha) && commits(head.sha);
  const range = { base: base.sha, head: head.sha };
  const requested = (record.review_requests ?? []).filter(
    (request) => (request.dismissed_at ?? null) === null,
  );
  const pull: GithubPullRequest = {
    kind: 'pull-request',
    ...makeBase(context, record, number),
    draft: rules.honoursDrafts && record.work_in_progress === true,
    merged: record.merged_at !== null,
    mergedAt: record.merged_at,
    mergedBy: null,
    mergeCommit: record.merge_commit_sha ?? null,
    base: { ref: base.ref, sha: base.sha },
    head: { ref: head.ref, sha: head.sha },
    requestedReviewers: rules.honoursReviewRequests
      ? requested.map(({ reviewer }) => people(reviewer))
      : [],
    reviews: [],
    reviewComments: [],
    threads: [],
    maintainerCanModify: false,
    // GitHub shows an error in place of commits that are not there.
    commitCount: isThere ? (await compare(tools, directory, range)).ahead : 0,
    mergeable: null,
    size: null,
  };
  if (commits(head.sha)) writePullRef(directory, number, 'head', head.sha);
  return pull;
}

/** Comments of conversations, and events. */
export function importConversations(context: ImportContext): void {
  for (const record of recordsOf(context.archive, 'issue_comments')) addComment(context, record);
  for (const record of recordsOf(context.archive, 'issue_events')) addEvent(context, record);
  for (const { url } of context.archive.records.get('commit_comments') ?? [])
    lose(context, 'Commit Comment', url, 'the sandbox has no comments on commits');
}

function addComment(context: ImportContext, record: Records['issue_comments']): void {
  const { lost, discussions } = context;
  if (lost.has(record.url)) return;
  const issue = discussions.get(record.pull_request ?? record.issue ?? '');
  if (issue === undefined) lose(context, 'Issue Comment', record.url, 'its issue is missing');
  else addToConversation(context, issue, record);
}

export function addToConversation(
  context: ImportContext,
  issue: GithubDiscussion,
  record: Pick<Records['issue_comments'], 'user' | 'body' | 'created_at'>,
): void {
  const { host, people, repository } = context;
  const comment = {
    id: host.nextId(),
    issue,
    body: record.body,
    author: people(record.user),
    ...madeAt(context, record.created_at),
    minimized: null,
  };
  issue.comments.push(comment);
  touch(issue, record.created_at);
  repository.tracker.comments.set(comment.id, comment);
}

function addEvent(context: ImportContext, record: Records['issue_events']): void {
  const { lost, people, discussions } = context;
  const { event, actor, created_at: createdAt } = record;
  if (lost.has(record.url)) return;
  const issue = discussions.get(record.pull_request ?? record.issue ?? '');
  if (issue === undefined) {
    lose(context, 'Issue Event', record.url, 'its issue is missing');
    return;
  }
  if (!context.rules.honouredEvents.includes(event)) return;
  const by = actor === null ? null : people(actor);
  issue.events.push({
    id: issue.id * 1000 + issue.events.length,
    event,
    actor: by,
    commit: record.commit_id ?? null,
    ...madeAt(context, createdAt),
  });
  if (event === 'closed') issue.closedBy = by;
  if (event === 'merged' && issue.kind === 'pull-request') issue.mergedBy = by;
}

export function touch(issue: GithubDiscussion, at: string): void {
  if (at > issue.updatedAt) issue.updatedAt = at;
}

/** GitHub leaves its log in the repository, under the next number. */
export function addLogIssue({ host, run, repository }: ImportContext): void {
  const { tracker } = repository;
  const body = run.log.join('\n');
  const wanted = { tracker, title: 'Migration Log', body, author: run.startedBy };
  tracker.add({ kind: 'issue', ...makeDiscussion(host, wanted) });
}
