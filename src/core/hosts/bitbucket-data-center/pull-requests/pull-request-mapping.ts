import * as z from 'zod';
import type {
  Participant,
  PullRequestSide,
  PullRequestState,
  SourcePullRequest,
} from '../../../ports/records/pull-request.ts';
import { flag, hash, orNull, positive, text, timestamp } from '../../shared/lenient-schema.ts';
import { notUnderstoodRow, parseResponse, type RowKind, revisionOf } from '../../shared/rows.ts';
import type { RepositoryAddress } from '../names/names.ts';
import { person } from '../names/people.ts';

/** A fork that was deleted has no repository. */
const side = orNull(
  z.object({
    id: orNull(z.string()),
    displayId: orNull(z.string()),
    latestCommit: hash,
    repository: orNull(
      z.object({ slug: z.string().min(1), project: z.object({ key: z.string().min(1) }) }),
    ),
  }),
).transform((value): PullRequestSide => {
  const branch = value?.id?.replace(/^refs\/heads\//, '') ?? value?.displayId ?? '';
  const { project, slug } = value?.repository ?? {};
  return {
    branch: branch === '' ? null : branch,
    commit: value?.latestCommit ?? null,
    repository: project === undefined ? null : `${project.key}/${slug}`,
  };
});

const participant = z.object({
  user: person,
  approved: flag,
  status: text,
});

const listOf = orNull(z.array(participant)).transform((items) => items ?? []);

/** The commit that a merge has made, in every form in which it has been seen. */
export const commit = orNull(z.union([z.object({ id: hash }).transform(({ id }) => id), hash]));

const pullRequestSchema = z.object({
  id: positive,
  version: z.number().nullable().catch(null),
  title: text,
  description: text,
  state: z.string().catch(''),
  draft: flag,
  author: orNull(z.object({ user: person })).transform((value) => value?.user ?? null),
  fromRef: side,
  toRef: side,
  reviewers: listOf,
  participants: listOf,
  createdDate: timestamp,
  updatedDate: timestamp,
  closedDate: timestamp,
  properties: orNull(
    z.object({
      commentCount: z.number().nonnegative().optional().catch(undefined),
      openTaskCount: z.number().nonnegative().optional().catch(undefined),
      resolvedTaskCount: z.number().nonnegative().optional().catch(undefined),
      mergeCommit: commit,
    }),
  ),
});

type Row = z.infer<typeof pullRequestSchema>;

/**
 * A row of the list in neutral words. Who has closed it, and by which commit, only its activity shows.
 * @throws `bad-answer` for a row that cannot be understood: leaving it out would lose a pull request
 */
export function toSourcePullRequest(
  row: unknown,
  options: { address: RepositoryAddress; kind: RowKind; position: number },
): SourcePullRequest {
  const { address } = options;
  const read = parseResponse(pullRequestSchema, row, options);
  const createdAt = read.createdDate ?? read.updatedDate;
  if (createdAt === null) throw notUnderstoodRow(row, { ...options, wrong: ['createdDate'] });
  const { mergeCommit = null } = read.properties ?? {};
  const pullRequest: SourcePullRequest = {
    number: read.id,
    title: read.title,
    description: { raw: read.description, markup: 'markdown' },
    state: stateOf(read.state) ?? (read.closedDate === null ? 'open' : 'declined'),
    isDraft: read.draft,
    author: read.author,
    closedBy: null,
    reason: '',
    source: read.fromRef,
    // Whatever the host says, it is the repository whose list this is.
    destination: { ...read.toRef, repository: address.fullName },
    mergeCommit,
    closeSourceBranch: false,
    commentCount: countOf(read),
    reviewers: read.reviewers.flatMap(({ user }) => user ?? []),
    participants: participantsOf(read),
    createdAt,
    updatedAt: read.updatedDate ?? read.closedDate ?? createdAt,
    webUrl: address.pullRequestUrl(read.id),
  };
  const { openTaskCount, resolvedTaskCount } = read.properties ?? {};
  const counts = [read.version, openTaskCount, resolvedTaskCount];
  return { ...pullRequest, revision: revisionOf(pullRequest, counts) };
}

const states: Readonly<Record<string, PullRequestState>> = {
  OPEN: 'open',
  MERGED: 'merged',
  DECLINED: 'declined',
};

/** `null` for a word that is not known. */
export function stateOf(word: string): PullRequestState | null {
  return states[word.toUpperCase()] ?? null;
}

/**
 * Tasks are comments too, and are counted apart. A missing count must not pass for zero, because then nobody would ask
 * for comments.
 */
function countOf({ properties }: Row): number | null {
  const { commentCount, openTaskCount = 0, resolvedTaskCount = 0 } = properties ?? {};
  return commentCount === undefined ? null : commentCount + openTaskCount + resolvedTaskCount;
}

function participantsOf({ reviewers, participants }: Row): readonly Participant[] {
  const toParticipant = (one: Row['reviewers'][number], role: Participant['role']) => ({
    person: one.user,
    role,
    verdict: verdictOf(one),
    at: null,
  });
  return [
    ...reviewers.map((one) => toParticipant(one, 'reviewer')),
    ...participants.map((one) => toParticipant(one, 'participant')),
  ];
}

function verdictOf({ status, approved }: Row['reviewers'][number]): Participant['verdict'] {
  if (/^NEEDS_WORK$/i.test(status)) return 'changes-requested';
  return approved || /^APPROVED$/i.test(status) ? 'approved' : null;
}
