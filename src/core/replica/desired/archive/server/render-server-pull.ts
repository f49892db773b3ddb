import type {
  ServerActivity,
  ServerComment,
  ServerPullRequest,
} from '../../../../archive/records/server/shapes.ts';
import type { ServerPull } from '../../../../archive/write/server/server-writer.ts';
import type { Person } from '../../../../ports/records/person.ts';
import { renderTitle } from '../../render/parts/render-title.ts';
import { descriptionBodies } from '../archive-texts.ts';
import { placeThreads } from '../github/render-threads.ts';
import { verdictsOf } from '../github/render-verdicts.ts';
import { type ArchiveNote, notesOf } from '../notes-of-records.ts';
import { keepApart } from './keep-apart.ts';
import { type Rescope, renderServerEvents } from './render-server-events.ts';
import { type SaidComment, type SaidThread, serverComments } from './server-comments.ts';
import { milliseconds, type ServerRendering } from './server-rendering.ts';

/** A pull request as an export of a Data Center has it. */
export interface RenderedServerPull extends ServerPull {
  /** Says what this format changes beside what every archive does. */
  readonly notes: readonly ArchiveNote[];
}

/** Renders a pull request for an export of a Data Center: the second rendering of the one model. Pure but for `people`. */
export function renderServerPull(
  rendering: ServerRendering,
  rescopes: readonly Rescope[] = [],
): RenderedServerPull {
  const { pullRequest, commits } = rendering;
  const threads = serverComments(rendering);
  const moved = keepApart(threads);
  const added = threads.toSorted((one, other) => one.at - other.at).map(addedActivity);
  const { placed } = placeThreads(rendering);
  const changes = pullRequest.history.filter(({ kind }) => kind === 'state').length;
  const notes = notesOf({
    ranges: placed.filter(({ at }) => at.startLine !== null).length,
    reopened: Math.max(0, changes - (pullRequest.state === 'open' ? 0 : 1)),
    'same-second': moved,
  });
  return {
    metadata: metadataOf(rendering),
    activities: [...added, ...renderServerEvents(rendering, { threads, rescopes })],
    mergeBase: commits.base,
    notes,
  };
}

function metadataOf(rendering: ServerRendering): ServerPullRequest {
  const { pullRequest, commits } = rendering;
  const { number, state, closing, createdAt, updatedAt, source, destination, history } =
    pullRequest;
  const created = milliseconds(createdAt);
  const closed = closing === null ? null : milliseconds(closing.at);
  const pushed = history.findLast(({ kind }) => kind === 'updated')?.at ?? createdAt;
  return {
    allParticipants: participantsOf(rendering),
    ...(closed !== null && { closedTimestamp: closed }),
    createdTimestamp: created,
    description: descriptionBodies(rendering)[0] ?? '',
    draft: pullRequest.isDraft && state === 'open',
    fromRef: endOf(source.branch ?? `pull-${number}`, commits.head),
    id: number,
    rescopedTimestamp: Math.max(created, milliseconds(pushed)),
    state: state === 'open' ? 'OPEN' : state === 'merged' ? 'MERGED' : 'DECLINED',
    title: renderTitle(pullRequest).title,
    toRef: endOf(destination.branch ?? `pull-${number}-base`, commits.base),
    updatedTimestamp: Math.max(created, closed ?? 0, milliseconds(updatedAt)),
    version: history.length,
  };
}

function endOf(branch: string, latestCommit: string): ServerPullRequest['fromRef'] {
  return { displayId: branch, id: `refs/heads/${branch}`, latestCommit };
}

type Participant = ServerPullRequest['allParticipants'][number];

const statuses = { approved: 'APPROVED', 'changes-requested': 'NEEDS_WORK' } as const;

/** Author, reviewers, and everybody else who takes part; each once. */
function participantsOf(rendering: ServerRendering): Participant[] {
  const { pullRequest, commits, people } = rendering;
  const { author, reviewers, participants } = pullRequest;
  const verdicts = new Map<string, Participant['status']>();
  for (const { by, kind, withdrawnAt } of verdictsOf(rendering))
    verdicts.set(people.addressOf(by), withdrawnAt === null ? statuses[kind] : 'UNAPPROVED');
  const found = new Map<string, Participant>();
  function add(person: Person | null, role: Participant['role']): void {
    const userId = people.addressOf(person);
    if (found.has(userId)) return;
    const status = role === 'AUTHOR' ? 'UNAPPROVED' : (verdicts.get(userId) ?? 'UNAPPROVED');
    const reviewed = status === 'UNAPPROVED' ? {} : { lastReviewedCommit: commits.head };
    found.set(userId, { ...reviewed, role, status, userId });
  }
  add(author, 'AUTHOR');
  for (const person of reviewers) add(person, 'REVIEWER');
  for (const { person, verdict } of participants)
    add(person, verdict === null ? 'PARTICIPANT' : 'REVIEWER');
  return [...found.values()];
}

function addedActivity(thread: SaidThread): ServerActivity {
  const { at, by, editedAt, anchor, resolvedAt } = thread;
  const comment: ServerComment = {
    ...commentOf(thread),
    thread: {
      ...(anchor !== null && { anchor }),
      createdTimestamp: at,
      resolved: resolvedAt !== null,
      updatedTimestamp: Math.max(at, editedAt, resolvedAt ?? 0),
    },
  };
  return { kind: 'COMMENT:ADDED', comment, createdTimestamp: at, userId: by };
}

/** Tasks are lines of its text: as comments of their own they would arrive without their state. */
function commentOf({ id, by, at, editedAt, text, replies }: SaidComment): ServerComment {
  return {
    authorId: by,
    comments: replies.map(commentOf),
    createdTimestamp: at,
    id,
    severity: 'NORMAL',
    state: 'OPEN',
    text,
    updatedTimestamp: Math.max(at, editedAt),
  };
}
