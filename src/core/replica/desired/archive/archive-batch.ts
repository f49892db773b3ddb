import { attachmentsIn } from '../../../text/links/attachments.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { desirePullRequest } from '../../model/desire-pull-request.ts';
import type { CommitRange } from '../../model/desired-pull-request.ts';
import type { CommitFacts } from '../../model/opening.ts';
import type { Carried } from '../../model/placement.ts';
import type { Snapshot } from '../../reading/snapshot.ts';
import type { AsRead } from '../../recorded/imports/expected-import.ts';
import { gatherFacts, isOwn } from '../prepare/commits.ts';
import { createWords, hashesIn, textsOf } from '../prepare/conversion.ts';
import { createSubstitutes } from '../prepare/created-commits.ts';
import { findCommits, type KnownCommits } from '../prepare/find-commits.ts';
import { locateComments } from '../prepare/locate-comments.ts';
import { readHistory } from '../prepare/read-history.ts';
import { neededCommits, usefulCommits } from '../read/named-commits.ts';
import { learnMembers, type ReadPullRequest, readBatch } from '../read/read-batch.ts';
import { readPatch } from '../read/read-patch.ts';
import type { FoundRendering } from './archive-rendering.ts';
import { digestRendering } from './digest-rendering.ts';
import { findHunks } from './find-hunks.ts';
import { findRewrites } from './find-rewrites.ts';
import { type ArchiveNote, notesOfRecords } from './notes-of-records.ts';

/** A pull request as any archive has it. */
export interface ArchivedPullRequest {
  readonly number: number;
  readonly rendering: FoundRendering;
  /** Full hash: `refs/pull/N/head` leads to it. */
  readonly head: string;
  /** Says what the format has no field for. */
  readonly notes: readonly ArchiveNote[];
  readonly asRead: AsRead;
}

/** Reads several pull requests and prepares them for an archive: few requests and processes for all of them. */
export async function archiveBatch(
  context: PullRequestContext,
  options: {
    readonly numbers: readonly number[];
    readonly snapshot: Pick<Snapshot, 'read'>;
  },
): Promise<readonly ArchivedPullRequest[]> {
  const { numbers, snapshot } = options;
  const read = await readBatch(context, numbers, snapshot);
  if (read.length === 0) return [];
  const texts = read.flatMap(({ pullRequest, conversation }) => [
    ...textsOf(pullRequest, conversation),
  ]);
  await learnMembers(context, texts);
  const attachments = await context.attachments.bring(attachmentsIn(texts));
  const known = await findCommits(context, {
    needed: read.flatMap(({ pullRequest }) => neededCommits(context, pullRequest)),
    useful: [...read.flatMap(usefulCommits), ...hashesIn(texts)],
  });
  await readHistory(context, known);
  const ends = await findEnds(context, read, known);
  const placements = await locateComments(context, {
    known,
    pullRequests: read.map(({ conversation }, at) => ({
      conversation,
      range: ends[at]?.range ?? null,
    })),
  });
  const { request_reviewers: asksReviewers } = context.repository.kept;
  const composed = read.map((one, at) => {
    const { carried, range } = ends[at] ?? noEnds;
    const { words, leftImages } = createWords(context, { known, attachments });
    const desired = desirePullRequest({
      ...{ ...one, carried, range, convert: words.convert },
      placements: placements[at] ?? new Map(),
    });
    const pullRequest = asksReviewers ? desired : { ...desired, reviewers: [] };
    return { pullRequest, words, leftImages, read: one };
  });
  const desired = composed.map(({ pullRequest }) => pullRequest);
  const hunks = await findHunks(context.repository.mirror, desired);
  const histories = desired.map(({ history }) => history);
  const rewrites = await findRewrites(context, histories, known);
  const refs = await context.repository.readRefs();
  return composed.map(({ pullRequest, words, leftImages, read: one }, at) => {
    const { commits } = ends[at] ?? noEnds;
    const { source, state, number } = pullRequest;
    const rendering: FoundRendering = {
      ...{ pullRequest, words, commits },
      hunks: hunks[at] ?? new Map(),
      rewrites: rewrites[at] ?? [],
      isHeadDeleted:
        state !== 'open' &&
        isOwn(context, pullRequest) &&
        source.branch !== null &&
        !refs.has(`refs/heads/${source.branch}`),
    };
    const notes = notesOfRecords(rendering, leftImages);
    return { number, rendering, head: commits.head, notes, asRead: asReadOf(one, rendering) };
  });
}

function asReadOf(
  { pullRequest, conversation }: ReadPullRequest,
  rendering: FoundRendering,
): AsRead {
  const { state, revision = '', updatedAt } = pullRequest;
  const archived = digestRendering(rendering);
  return { state, tasks: conversation.tasks.length, revision, updatedAt, archived };
}

/** Between which commits a pull request is, in the archive. */
interface Ends {
  readonly commits: FoundRendering['commits'];
  /** `null`: it has no diff of its own. */
  readonly range: CommitRange | null;
  readonly carried: Carried;
}

const noEnds: Ends = {
  commits: { base: '', head: '', merge: null },
  range: null,
  carried: { kind: 'commits' },
};

/** Commits of ours stand for those that the source has lost. */
async function findEnds(
  context: PullRequestContext,
  read: readonly ReadPullRequest[],
  known: KnownCommits,
): Promise<readonly Ends[]> {
  const pullRequests = read.map(({ pullRequest }) => pullRequest);
  const facts = await gatherFacts(context, { pullRequests, known });
  const ends: Ends[] = [];
  for (const { pullRequest, ...found } of facts) {
    const merge = known.get(pullRequest.mergeCommit ?? '') ?? null;
    ends.push(
      ownEnds(found, merge) ??
        (await substituteEnds(context, { pullRequest, merge, why: 'its commits are gone' })),
    );
  }
  return ends;
}

/** Pure. @returns `null` where the head is lost */
function ownEnds(
  { head, base }: Pick<CommitFacts, 'head' | 'base'>,
  merge: string | null,
): Ends | null {
  if (head === null) return null;
  const commits = { base: base ?? head, head, merge };
  return { commits, range: base === null ? null : { base, head }, carried: { kind: 'commits' } };
}

async function substituteEnds(
  context: PullRequestContext,
  {
    pullRequest,
    merge,
    why,
  }: { pullRequest: ReadPullRequest['pullRequest']; merge: string | null; why: string },
): Promise<Ends> {
  const { number, title, createdAt: date } = pullRequest;
  const [made] = await createSubstitutes(context, [{ number, title, why, date, onto: null }]);
  if (made === undefined) throw new TypeError('a substitute is missing');
  const patch = await readPatch(context, pullRequest);
  const carried = { kind: 'substitute', why, patch } as const;
  return { commits: { ...made, merge }, range: null, carried };
}
