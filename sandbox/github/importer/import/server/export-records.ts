import { githubTime } from '../../../rest/github-time.ts';
import type {
  ExportedActivity,
  ExportedComment,
  ExportedPull,
  LoadedArchive,
  LoadedExport,
  Records,
} from '../../archive.ts';
import type { ImporterRules } from '../../importer-rules.ts';
import { findPlace, type Hunks } from './find-place.ts';

/** Records that the importer makes of an export, and the lines of its log about what it cannot take. */
interface Transformed {
  readonly archive: LoadedArchive;
  readonly losses: readonly string[];
}

type Made = { [Kind in keyof Records]: Records[Kind][] };

const repository = 'https://not-used/repository';
const gitPath = 'repository.git';

/** The part of an export that is known before its history is there. */
export function repositoryOfExport({ defaultBranch, directory }: LoadedExport): LoadedArchive {
  const git_url = `tarball://root/${gitPath}`;
  const record = { url: repository, description: null, git_url, default_branch: defaultBranch };
  return {
    format: 'github',
    records: new Map([['repositories', [record]]]),
    repositories: new Map([[gitPath, directory]]),
    findings: [],
  };
}

/** Makes records of everything in an export. Pull requests come by their numbers. */
export async function recordsOfExport(
  loaded: LoadedExport,
  options: { readonly rules: ImporterRules; readonly hunks: Hunks },
): Promise<Transformed> {
  const base = repositoryOfExport(loaded);
  const made: Made = {
    ...{ users: [], organizations: [], repositories: [], pull_requests: [], issues: [] },
    ...{ issue_comments: [], issue_events: [], pull_request_reviews: [] },
    ...{ pull_request_review_threads: [], pull_request_review_comments: [] },
  };
  const people = new Map<string, string>();
  const losses: string[] = [];
  for (const pull of loaded.pulls) {
    if (pull.metadata === null || pull.activities === null) continue;
    const url = `${repository}/pull/${pull.number}`;
    const { rules, hunks } = options;
    const work: Work = { made, losses, rules, hunks, url, user: (id) => addUser(made, people, id) };
    addPull(work, pull.metadata);
    addVerdicts(work, pull.activities, pull.metadata.fromRef.latestCommit);
    for (const activity of pull.activities) await addActivity(work, activity);
  }
  const { repositories: _, ...others } = made;
  const records = new Map(Object.entries(others)) as unknown as LoadedArchive['records'];
  return { archive: { ...base, records: new Map([...base.records, ...records]) }, losses };
}

interface Work {
  readonly made: Made;
  readonly losses: string[];
  readonly rules: ImporterRules;
  readonly hunks: Hunks;
  readonly url: string;
  /** @returns address of the record of somebody */
  user(reference: string): string;
}

/** `slug|Display Name||NORMAL`, with a bar in a part as `\|`. */
function addUser({ users }: Made, people: Map<string, string>, reference: string): string {
  const [slug = '', name = ''] = reference.split(/(?<!\\)\|/);
  const known = people.get(slug);
  if (known !== undefined) return known;
  const url = `https://not-used/users/${encodeURIComponent(slug)}`;
  people.set(slug, url);
  users.push({ url, login: slug, name: name.replaceAll('\\|', '|'), emails: [] });
  return url;
}

function addPull(work: Work, metadata: NonNullable<ExportedPull['metadata']>): void {
  const { made, user, url } = work;
  const { state, title, description, draft, fromRef, toRef, allParticipants } = metadata;
  const closed =
    metadata.closedTimestamp === undefined ? null : githubTime(metadata.closedTimestamp);
  const author = allParticipants.find(({ role }) => role === 'AUTHOR');
  made.pull_requests.push({
    ...{ url, title, body: description, work_in_progress: draft },
    user: author === undefined ? null : user(author.userId),
    base: { ref: toRef.displayId, sha: toRef.latestCommit },
    head: { ref: fromRef.displayId, sha: fromRef.latestCommit },
    review_requests: allParticipants
      .filter(({ role, status }) => role === 'REVIEWER' && status === 'UNAPPROVED')
      .map(({ userId }) => ({ reviewer: user(userId) })),
    merged_at: state === 'MERGED' ? closed : null,
    closed_at: closed,
    created_at: githubTime(metadata.createdTimestamp),
    merge_commit_sha: null,
  });
}

const states = new Map<unknown, 30 | 40>([
  ['APPROVED', 40],
  ['REVIEWED', 30],
]);

function addVerdicts(work: Work, activities: readonly ExportedActivity[], head: string): void {
  const { made, user, url, rules } = work;
  for (const [index, { kind, action, userId, createdTimestamp }] of activities.entries()) {
    const state = states.get(action);
    if (kind !== 'ACTIVITY' || state === undefined) continue;
    const later = activities.slice(index + 1);
    const isWithdrawn = later.some((one) => one.action === 'UNAPPROVED' && one.userId === userId);
    if (isWithdrawn && rules.honoursWithdrawals) continue;
    made.pull_request_reviews.push({
      url: `${url}#verdict-${index}`,
      pull_request: url,
      ...{ user: user(userId), body: '', head_sha: head, state },
      submitted_at: githubTime(createdTimestamp),
    });
  }
}

async function addActivity(work: Work, activity: ExportedActivity): Promise<void> {
  const { made, user, url } = work;
  const { kind, action, userId, createdTimestamp } = activity;
  const happened = {
    pull_request: url,
    actor: user(userId),
    created_at: githubTime(createdTimestamp),
  };
  if (kind === 'COMMENT:ADDED') return addThread(work, activity.comment as ExportedComment);
  const isMerge = kind === 'MERGED';
  if (!isMerge && action !== 'DECLINED') return;
  const commit_id = typeof activity.hash === 'string' ? activity.hash : null;
  const events = made.issue_events;
  if (isMerge) {
    events.push({ ...happened, url: `${url}#event-${events.length}`, event: 'merged', commit_id });
    const pull = made.pull_requests.find((one) => one.url === url);
    if (pull !== undefined) pull.merge_commit_sha = commit_id;
  }
  events.push({ ...happened, url: `${url}#event-${events.length}`, event: 'closed' });
}

/** A task is a comment like others. Replies follow what they answer, without levels. */
async function addThread(work: Work, root: ExportedComment): Promise<void> {
  const { made, user, url, losses } = work;
  const all = [root];
  for (const { comments } of all) all.push(...comments);
  const said = all.map(({ id, authorId, text, createdTimestamp }) => {
    const created_at = githubTime(createdTimestamp);
    return {
      url: `${url}#r${id}`,
      pull_request: url,
      user: user(authorId),
      body: text,
      created_at,
    };
  });
  const anchor = root.thread?.anchor;
  if (anchor === undefined) {
    made.issue_comments.push(...said);
    return;
  }
  const place = await findPlace(work.hunks, anchor);
  if (typeof place === 'string') {
    losses.push(`${place} ${url}#r${root.id}`);
    return;
  }
  const thread = `${url}#thread-${root.id}`;
  const resolved = root.thread?.resolved === true;
  made.pull_request_review_threads.push({
    ...{ url: thread, pull_request: url, path: anchor.path, ...place },
    original_commit_id: anchor.toHash,
    outdated: anchor.orphaned,
    resolved_at: resolved ? githubTime(root.thread?.updatedTimestamp ?? 0) : null,
  });
  for (const one of said) {
    const review = `${one.url}-review`;
    made.pull_request_reviews.push({
      ...{ url: review, pull_request: url, user: one.user, body: null, state: 1 },
      ...{ head_sha: anchor.toHash, submitted_at: one.created_at },
    });
    made.pull_request_review_comments.push({
      ...{ ...one, pull_request_review: review, pull_request_review_thread: thread },
    });
  }
}
