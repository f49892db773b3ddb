import { createHistory } from '../../../git/history/history.ts';
import { waitUntilVisible } from '../../../journal/wait-until-visible.ts';
import { interrupted } from '../../../kernel/errors.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { createMarkers } from '../../../text/context/marker.ts';
import { newestPullRequests } from '../../actual/find-written.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { NumberedItem } from '../../context/pull-requests/numbering.ts';
import { createPeople } from '../../context/pull-requests/people.ts';
import type {
  Beginning,
  PullRequestContext,
} from '../../context/pull-requests/pull-request-context.ts';
import { chooseBranchNames } from '../../model/temporary-refs.ts';
import type { ReadCache } from '../../reading/read-cache.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { seenPeople } from '../../recorded/pull-requests/seen-people.ts';

/** Returns what writing pull requests begins with, before their numbers are known. */
export async function beginningOf(
  context: RepositoryContext,
  cache: ReadCache,
): Promise<Beginning> {
  return {
    cache,
    repository: context,
    markers: createMarkers({ key: context.markerKey, scope: context.sourceRepository.id }),
    branches: chooseBranchNames((await context.readRefs()).keys()),
    history: createHistory(context.mirror),
    people: createPeople((await seenPeople.read(context.records)) ?? []),
    enteredAt: context.clock.now(),
    learned: {
      hasDrafts: context.learned.hasDrafts,
      failedResolutions: 0,
      hasToldOfNumbers: false,
      lastMergeAt: 0,
      collaborators: new Map(),
    },
    stopIfDraining() {
      if (context.isDraining()) throw interrupted();
    },
  };
}

/** The next batch is read while one is written, and may be given up by itself. */
export function readingUntil(context: PullRequestContext, signal: AbortSignal): PullRequestContext {
  const mirror = { ...context.repository.mirror, signal };
  return { ...context, repository: { ...context.repository, signal, mirror } };
}

/** Returns what an earlier run left unfinished and what is still without a number, in the order of numbers. */
export function unfinishedItems(
  { repository, numbers }: PullRequestContext,
  given: { known: ReadonlyMap<number, CreatedObject>; wanted: readonly number[] },
): readonly NumberedItem[] {
  const wanted = new Set(given.wanted);
  const unfinished = [...given.known].flatMap(([number, object]) => {
    const record = readRecord(object);
    return record?.isDone === true ? [] : [{ number, state: record?.state ?? null }];
  });
  // Once it was more than a placeholder nothing may take the place of its text.
  const { lost = [], open = [] } = Object.groupBy(unfinished, ({ number, state }) =>
    state !== null && !wanted.has(number) ? 'lost' : 'open',
  );
  if (lost.length > 0) {
    const named = lost.map(({ number }) => number).join(', ');
    repository.warn(`Bitbucket no longer has these pull requests: ${named}`);
  }
  const begun = open.map(({ number }) => ({
    number,
    isPlaceholder: numbers.onTarget(number) === null,
  }));
  return [...begun, ...numbers.items].sort((one, other) => one.number - other.number);
}

/**
 * Finds what earlier runs have created, all with their numbers on the target, by number on the source; where an answer
 * was lost, it is found before numbers are planned.
 */
export async function findKnown(shared: Beginning): Promise<ReadonlyMap<number, CreatedObject>> {
  const { records } = shared.repository;
  const objects = await records.listObjects('pull-request');
  const known = new Map(objects.map((object) => [Number(object.sourceId), object]));
  const begun = objects.filter(({ targetId }) => targetId === null);
  if (begun.length === 0) return known;
  await waitUntilVisible(shared.repository, shared.enteredAt);
  const wanted = new Map(
    begun.map((intent) => [shared.markers.digest(`pull-request ${intent.sourceId}`), intent]),
  );
  const first = Math.min(...begun.map(({ sourceId }) => Number(sourceId)));
  for await (const { number, body, webUrl } of newestPullRequests(shared, first)) {
    const intent = wanted.get(shared.markers.digestOf(body) ?? '');
    if (intent === undefined) continue;
    const result = { targetId: String(number), targetUrl: webUrl };
    await records.recordResult('pull-request', intent.sourceId, result);
    known.set(Number(intent.sourceId), { ...intent, ...result });
  }
  for (const [number, { targetId }] of known) if (targetId === null) known.delete(number);
  return known;
}
