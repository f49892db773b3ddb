import { hasRewritten } from '../../../../git/history/rewritten-commits.ts';
import { attachmentsIn } from '../../../../text/links/attachments.ts';
import type { NumberedItem } from '../../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { gatherFacts } from '../../../desired/prepare/commits.ts';
import { createWords, hashesIn, textsOf } from '../../../desired/prepare/conversion.ts';
import { findCommits, type KnownCommits } from '../../../desired/prepare/find-commits.ts';
import { keepLocations } from '../../../desired/prepare/keep-locations.ts';
import {
  type ExistingOpening,
  keepOpening,
  keepUnfinished,
} from '../../../desired/prepare/keep-opening.ts';
import { locateComments } from '../../../desired/prepare/locate-comments.ts';
import { readHistory } from '../../../desired/prepare/read-history.ts';
import { neededCommits, usefulCommits } from '../../../desired/read/named-commits.ts';
import { learnMembers, type ReadPullRequest, readBatch } from '../../../desired/read/read-batch.ts';
import { describeChanges } from '../../../desired/render/describe-changes.ts';
import { renderPullRequest } from '../../../desired/render/render-pull-request.ts';
import { desirePullRequest } from '../../../model/desire-pull-request.ts';
import type { CommitRange } from '../../../model/desired-pull-request.ts';
import { decideOpening } from '../../../model/opening.ts';
import { outcomes } from '../../../model/outcomes.ts';
import type { ConversationLocation, Placement } from '../../../model/placement.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { inlineRoots } from '../../../model/threads.ts';
import type { Snapshot } from '../../../reading/snapshot.ts';
import { type Opened, openAll, openSubstitute } from './open-batch.ts';
import { preparePlaceholders } from './placeholders.ts';

/** Reads several pull requests and works out how each is written: few requests and processes for all of them. */
export async function prepareBatch(
  context: PullRequestContext,
  options: {
    items: readonly NumberedItem[];
    snapshot: Pick<Snapshot, 'read'>;
    /** How those were opened that the target has, by number on the source: that stays. */
    existing?: ReadonlyMap<number, ExistingOpening>;
    /** Heads of pull requests that an earlier run opened on a branch of migrator and did not finish. */
    keptHeads?: ReadonlyMap<number, string>;
  },
): Promise<readonly PreparedPullRequest[]> {
  const { items, snapshot } = options;
  const own = items.filter(({ isPlaceholder }) => !isPlaceholder);
  const read = await readBatch(
    context,
    own.map(({ number }) => number),
    snapshot,
  );
  const prepared = new Map<number, PreparedPullRequest>();
  for (const one of await prepareRead(context, read, options)) prepared.set(one.number, one);
  const gaps = items.filter(({ isPlaceholder }) => isPlaceholder);
  for (const one of await preparePlaceholders(context, gaps)) prepared.set(one.number, one);
  return items.flatMap(({ number }) => prepared.get(number) ?? []);
}

async function prepareRead(
  context: PullRequestContext,
  read: readonly ReadPullRequest[],
  {
    existing = new Map<number, ExistingOpening>(),
    keptHeads = new Map<number, string>(),
  }: Pick<Parameters<typeof prepareBatch>[1], 'existing' | 'keptHeads'>,
): Promise<readonly PreparedPullRequest[]> {
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
  const pullRequests = read.map(({ pullRequest }) => pullRequest);
  await readHistory(context, known);
  const facts = await gatherFacts(context, { pullRequests, known });
  const isCut = await hasRewritten(context.repository.mirror.directory);
  const { branches } = context;
  const decided = facts.map(({ pullRequest, ...found }) => {
    const decision = decideOpening({ pullRequest, facts: found, branches, isCut });
    const before = existing.get(pullRequest.number);
    if (before === undefined) {
      const keptHead = keptHeads.get(pullRequest.number) ?? null;
      const begun = keepUnfinished({ pullRequest, branches, decision, keptHead });
      return { pullRequest, decision: begun };
    }
    return {
      pullRequest,
      decision: keepOpening({ pullRequest, facts: found, branches, decision, existing: before }),
    };
  });
  const opened = await openAll(context, decided);
  const placements = await locateComments(context, {
    known,
    pullRequests: read.map(({ conversation }, index) => ({
      conversation,
      range: rangeOf(opened[index]),
    })),
  });
  return read.flatMap((one, index) => {
    const how = opened[index];
    if (how === undefined) return [];
    const computed = placements[index] ?? new Map<string, Placement>();
    const before = existing.get(one.pullRequest.number);
    const where =
      before === undefined
        ? computed
        : keepLocations(computed, {
            ...{ pullRequest: one.pullRequest, places: before.places },
            ...{ roots: inlineRoots(one.conversation.comments), head: how.opening.head.commit },
          });
    const conversationIn = before?.conversationIn ?? null;
    const found = { known, attachments, conversationIn };
    return [compose(context, { ...one, ...found, placements: where, opened: how })];
  });
}

function rangeOf(opened: Opened | undefined): CommitRange | null {
  if (opened === undefined || opened.carried.kind === 'substitute') return null;
  const { head } = opened.opening;
  // Of one that stands as it was opened, the source may have lost either.
  if (opened.mergeBase === '' || head.commit === '') return null;
  return { base: opened.mergeBase, head: head.commit };
}

function compose(
  context: PullRequestContext,
  options: ReadPullRequest & {
    known: KnownCommits;
    attachments: ReadonlyMap<string, string | null>;
    placements: ReadonlyMap<string, Placement>;
    conversationIn: ConversationLocation | null;
    opened: Opened;
  },
): PreparedPullRequest {
  const { conversation, conversationIn } = options;
  const { carried, ...how } = options.opened;
  const { words, leftImages } = createWords(context, options);
  const range = rangeOf(options.opened);
  const pullRequest = desirePullRequest({ ...options, carried, range, convert: words.convert });
  const rendering = {
    ...{ pullRequest, conversationIn, words },
    mode: context.repository.kept.comments,
    markers: context.markers,
  };
  const writes = renderPullRequest(rendering);
  return {
    number: pullRequest.number,
    pullRequest,
    ...how,
    writes,
    outcome: outcomes[pullRequest.state],
    changes: describeChanges(rendering),
    leftImages: [...leftImages],
    comments: conversation.comments.filter(({ isDeleted }) => !isDeleted).length,
    tasks: conversation.tasks.length,
    shifts: context.numbers.shifts,
    rerender: () => compose(context, options),
    asSubstitute:
      carried.kind === 'substitute'
        ? null
        : async (why) =>
            compose(context, {
              ...options,
              placements: new Map(),
              opened: await openSubstitute(context, options.pullRequest, why),
            }),
  };
}
