import type { Refs } from '../../../../git/formats/refs.ts';
import { adoptAll, intend } from '../../../../journal/intents.ts';
import type { Created } from '../../../../journal/once.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { CreatedResult } from '../../../../ports/state/repository-writer.ts';
import { createMarkers } from '../../../../text/context/marker.ts';
import { type FoundText, findWritten } from '../../../actual/find-written.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { PullRequestWrites } from '../../../model/prepared-pull-request.ts';
import { chooseBranchNames } from '../../../model/temporary-refs.ts';
import {
  keyOf,
  locationText,
  readWritten,
  toWrittenText,
} from '../../../recorded/pull-requests/written-record.ts';

export interface FoundMarked {
  /** By number on the source. */
  readonly marked: ReadonlyMap<number, Created>;
  /** Numbers on the source of those that are not among them, and whose marker is signed with another key. */
  readonly foreign: readonly number[];
  /** Numbers on the target of those without any marker: opened by people, or rewritten by them. */
  readonly unmarked: readonly number[];
}

/** Pull requests of the target that bear our marker for this repository. */
export async function findMarked(
  repository: Pick<
    RepositoryContext,
    'target' | 'targetName' | 'markerKey' | 'sourceRepository' | 'signal'
  >,
): Promise<FoundMarked> {
  const { target, markerKey, sourceRepository, signal, targetName } = repository;
  const markers = createMarkers({ key: markerKey, scope: sourceRepository.id });
  const byDigest = new Map<string, Created>();
  const foreignDigests = new Set<string>();
  const unmarked: number[] = [];
  let newest = 0;
  for await (const page of target.pullRequests.list({
    ...targetName,
    signal,
  })) {
    for (const { number, body, webUrl } of page) {
      newest = Math.max(newest, number);
      const digest = markers.digestOf(body);
      if (digest !== null) byDigest.set(digest, { targetId: String(number), targetUrl: webUrl });
      const foreignDigest = markers.foreignDigestOf(body);
      if (foreignDigest !== null) foreignDigests.add(foreignDigest);
      if (digest === null && foreignDigest === null) unmarked.push(number);
    }
  }
  const marked = new Map<number, Created>();
  const foreign: number[] = [];
  // A number on the target is at least what it was on the source.
  const isAny = byDigest.size + foreignDigests.size > 0;
  for (let number = 1; isAny && number <= newest; number += 1) {
    const digest = markers.digest(`pull-request ${number}`);
    const made = byDigest.get(digest);
    if (made !== undefined) marked.set(number, made);
    else if (foreignDigests.has(digest)) foreign.push(number);
  }
  return { marked, foreign, unmarked };
}

/** Puts what was found back into the state: the pull requests, and the branches that were kept for them. */
export async function recordMarked(
  repository: Pick<RepositoryContext, 'target' | 'targetFullName' | 'records' | 'readRefs'>,
  found: { marked: ReadonlyMap<number, Created>; refs: Refs },
): Promise<void> {
  const { target, targetFullName } = repository;
  const { marked, refs } = found;
  const results = [...marked].map(([number, made]) => ({ sourceId: String(number), ...made }));
  await adoptAll(repository.records, 'pull-request', results);
  const names = chooseBranchNames((await repository.readRefs()).keys());
  const targetUrl = `${target.webUrl}/${targetFullName}`;
  const kept = [...marked.keys()]
    .flatMap((number) => [names.kept(number), names.keptBase(number)])
    .concat(names.attachments, names.first)
    .map((branch) => `refs/heads/${branch}`)
    .flatMap((ref) => {
      const commit = refs.get(ref);
      return commit === undefined ? [] : [{ sourceId: ref, targetId: commit, targetUrl }];
    });
  await adoptAll(repository.records, 'branch', kept);
}

/**
 * Returns what an earlier run has written into a pull request without keeping it in the state, or an earlier migration
 * whose state was lost: found by its markers and put into the state, so that it is not written again.
 * @param written.prefix what stands before a key in the state
 * @param written.known keys of what the state knows
 * @param written.intended what an earlier run was about to write, as the state has it: with the text that it was to
 * have
 * @returns the rest of what is there, by key
 */
export async function adoptConversation(
  context: WritingContext,
  written: {
    writes: PullRequestWrites;
    number: number;
    prefix: string;
    known: ReadonlySet<string>;
    intended: readonly CreatedObject[];
  },
): Promise<ReadonlyMap<string, Created>> {
  const found = await findWritten(context, written.number);
  const adopted = new Map<string, Created>();
  const results: ({ sourceId: string } & CreatedResult)[] = [];
  const pieces = new Map(piecesOf(written.writes).map((piece) => [piece.key, piece]));
  const intended = new Map(written.intended.map((row) => [keyOf(row), row]));
  for (const key of new Set([...pieces.keys(), ...intended.keys()])) {
    const text = found.get(context.markers.digest(key));
    if (text === undefined || written.known.has(key)) continue;
    const { body: _, ...made } = text;
    adopted.set(key, made);
    const data = dataOf(context, { text, piece: pieces.get(key), intent: intended.get(key) });
    results.push({ sourceId: `${written.prefix}${key}`, ...made, ...(data !== null && { data }) });
  }
  const others = results.filter((one) => !intended.has(keyOf(one)));
  await intend(
    context.repository.records,
    'comment',
    others.map(({ sourceId }) => sourceId),
  );
  await context.repository.records.recordResults('comment', results);
  return adopted;
}

/** @returns what the state is to keep with it; `null`: what it has, or nothing */
function dataOf(
  { repository }: WritingContext,
  {
    text: { targetId, body },
    piece,
    intent,
  }: { text: FoundText; piece: Piece | undefined; intent: CreatedObject | undefined },
): string | null {
  // What was sent, even if somebody has edited it since.
  if (intent !== undefined && readWritten(intent) !== null) return null;
  // Under another user map it may have been written otherwise: nothing is noted of what is not known.
  if (repository.kept.user_map_version !== 0) return null;
  // What the target refused in its place stands in the conversation.
  const wasMoved = piece?.otherwise != null && targetId.startsWith('comment:');
  const wanted = wasMoved ? piece.otherwise : piece?.inPlace;
  // An earlier version did not note what it was about to send, and the source may have had another text then.
  return toWrittenText(intent === undefined ? (wanted?.body ?? body) : body, wanted?.place);
}

interface Part {
  readonly body: string;
  readonly place: string | null;
}

interface Piece {
  readonly key: string;
  readonly inPlace: Part;
  readonly otherwise: Part | null;
}

/** Returns what the state keeps with everything that a conversation consists of, each in its place, by key. */
export function textsOf(writes: PullRequestWrites): ReadonlyMap<string, string> {
  return new Map(
    piecesOf(writes).map(({ key, inPlace: { body, place } }) => [key, toWrittenText(body, place)]),
  );
}

/** All that a conversation consists of, each in its place and elsewhere. */
function piecesOf(writes: PullRequestWrites): readonly Piece[] {
  const placed = [...writes.reviews.flatMap(({ comments }) => comments), ...writes.fileComments];
  const inConversation = (body: string): Part => ({ body, place: null });
  return [
    ...[...writes.reviews, ...writes.comments].map(({ key, body }) => ({
      key,
      inPlace: inConversation(body),
      otherwise: null,
    })),
    ...placed.map((one) => ({
      key: one.key,
      inPlace: { body: one.body, place: locationText(one) },
      otherwise: inConversation(one.otherwise),
    })),
    ...writes.replies.map(({ key, rootKey, body, otherwise }) => ({
      key,
      inPlace: { body, place: `reply to ${rootKey}` },
      otherwise: inConversation(otherwise),
    })),
  ];
}
