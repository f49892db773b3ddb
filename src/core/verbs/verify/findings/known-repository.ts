import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import type {
  CreatedObject,
  RepositoryState,
  StepState,
} from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import { pausedActions } from '../../../replica/apply/settings/pausing/resume-actions.ts';
import { phaseOf, type TargetPhase } from '../../../replica/context/target-phase.ts';
import { wasMigrated } from '../../../replica/context/was-migrated.ts';
import { type OwnRequest, ownRequests } from '../../../replica/model/own-requests.ts';
import {
  type ConvertedPipelines,
  convertedPipelines,
} from '../../../replica/recorded/converted-pipelines.ts';
import {
  type MigratedBaseline,
  readBaseline,
} from '../../../replica/recorded/migrated-baseline.ts';
import {
  type PullRequestRecord,
  readRecord,
} from '../../../replica/recorded/pull-requests/pull-request-record.ts';
import {
  readWritten,
  type WrittenRecord,
} from '../../../replica/recorded/pull-requests/written-record.ts';
import { type BlockedBranch, findSyncRecord } from '../../../replica/recorded/sync-record.ts';
import { createMarkers, type Markers } from '../../../text/context/marker.ts';

/** A pull request as the state knows it. */
export interface KnownPullRequest {
  /** On the source, and on the target. */
  readonly source: number;
  readonly target: number;
  readonly url: string | null;
  /** When it was created, in milliseconds since 1970. */
  readonly intendedAt: number;
  readonly record: PullRequestRecord;
}

/** Something that was written into a pull request. */
export interface KnownWrite {
  readonly pullRequest: KnownPullRequest;
  readonly key: string;
  /** `review:80`, `review-comment:90`, `comment:5` */
  readonly targetId: string;
  readonly url: string | null;
  /** `null` where it was not noted. */
  readonly written: WrittenRecord | null;
}

/** All that the state holds about one repository on the target. */
export interface KnownRepository {
  readonly state: RepositoryState;
  /** The target's identity of it. */
  readonly id: string;
  readonly webUrl: string | null;
  readonly markers: Markers;
  readonly baseline: MigratedBaseline;
  readonly steps: readonly StepState[];
  /** To its end, whatever a reset or a repair has come to since. */
  readonly wasMigrated: boolean;
  /** A run has stopped while they were off. */
  readonly hasPausedActions: boolean;
  /** Of a plan that follows its source. */
  readonly phase: TargetPhase;
  /** Branches that migrator created, by full name, with their commits. */
  readonly keptBranches: ReadonlyMap<string, string>;
  /** The finished ones, by number on the target. */
  readonly pullRequests: ReadonlyMap<number, KnownPullRequest>;
  /** Of pull requests that are not finished, by number on the target where that is known. */
  readonly unfinished: readonly (number | null)[];
  readonly writes: readonly KnownWrite[];
  /** Pull requests that migrator opened by itself. */
  readonly requests: readonly KnownRequest[];
  /** The pipeline file that was converted; `null` where none was. */
  readonly pipelines: ConvertedPipelines | null;
  /** Branches that the last sync could not migrate. */
  readonly blocked: readonly BlockedBranch[];
}

/** A pull request of migrator's own. */
export interface KnownRequest {
  readonly request: OwnRequest;
  /** On the target; `null` where it is not known to be there. */
  readonly number: number | null;
  /** Digest of its title and description; `null` in migrations of earlier versions. */
  readonly texts: string | null;
}

/** `null`: nothing was created for it yet. */
export async function readKnownRepository(options: {
  store: Store;
  migration: string;
  state: RepositoryState;
  markerKey: Uint8Array;
}): Promise<KnownRepository | null> {
  const { store, migration, state, markerKey } = options;
  const list = (kind: CreatedObject['kind']) => store.listObjects(migration, state.source, kind);
  const [made] = await list('repository');
  if (made === undefined || made.targetId === null) return null;
  const pullRequests = new Map<number, KnownPullRequest>();
  const bySource = new Map<string, KnownPullRequest>();
  const unfinished: (number | null)[] = [];
  const rows = await list('pull-request');
  for (const row of rows.toSorted((one, other) => Number(one.sourceId) - Number(other.sourceId))) {
    const record = readRecord(row);
    if (row.targetId === null || record?.isDone !== true) {
      unfinished.push(row.targetId === null ? null : Number(row.targetId));
      continue;
    }
    const known = {
      source: Number(row.sourceId),
      target: Number(row.targetId),
      url: row.targetUrl,
      intendedAt: row.intendedAt,
      record,
    };
    pullRequests.set(known.target, known);
    bySource.set(row.sourceId, known);
  }
  return {
    state,
    id: made.targetId,
    webUrl: made.targetUrl,
    // The scope of the markers is the source's identity of the repository.
    markers: createMarkers({ key: markerKey, scope: made.sourceId }),
    baseline: await readBaseline(store, migration, state.source),
    steps: await store.listSteps(migration, state.source),
    wasMigrated: await wasMigrated(store, migration, state),
    hasPausedActions:
      (await pausedActions.find(store, { migration, repository: state.source })) === true,
    phase: phaseOf({
      cutover: await list('cutover'),
      rollback: await list('rollback'),
      targetId: made.targetId,
    }),
    keptBranches: new Map(
      (await list('branch')).flatMap(({ sourceId, targetId }) =>
        targetId === null ? [] : [[sourceId, targetId]],
      ),
    ),
    pullRequests,
    unfinished,
    writes: (await list('comment')).flatMap((row) => toWrite(row, bySource)),
    pipelines: await convertedPipelines.find(store, { migration, repository: state.source }),
    requests: requestsAmong(await list('planned-setting')),
    blocked: (await findSyncRecord(store, migration, state.source))?.blocked ?? [],
  };
}

function requestsAmong(rows: readonly CreatedObject[]): readonly KnownRequest[] {
  return ownRequests.map((request) => {
    const row = rows.find(({ sourceId }) => sourceId === request.id) ?? null;
    const id = row?.targetId ?? null;
    return {
      request,
      number: id === null ? null : Number(id),
      texts: readData(requestTexts, row)?.texts ?? null,
    };
  });
}

const requestTexts = z.object({ texts: z.string() });

/** `12/comment 12/1007` is what the comment 1007 of pull request 12 became. */
function toWrite(
  row: CreatedObject,
  bySource: ReadonlyMap<string, KnownPullRequest>,
): KnownWrite[] {
  const slash = row.sourceId.indexOf('/');
  const pullRequest = bySource.get(row.sourceId.slice(0, slash));
  if (row.targetId === null || pullRequest === undefined) return [];
  const key = row.sourceId.slice(slash + 1);
  const { targetId, targetUrl: url } = row;
  return [{ pullRequest, key, targetId, url, written: readWritten(row) }];
}

/** How a repair tells its rows apart. */
export function writeId({ pullRequest, key }: Pick<KnownWrite, 'pullRequest' | 'key'>): string {
  return `${pullRequest.source}/${key}`;
}
