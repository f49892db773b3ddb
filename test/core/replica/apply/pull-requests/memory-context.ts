import type { RepositoryRecords } from '../../../../../src/core/journal/repository-records.ts';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import type {
  CreatedKind,
  CreatedObject,
} from '../../../../../src/core/ports/records/migration.ts';
import type { TargetHost } from '../../../../../src/core/ports/target-host.ts';
import { trackNumbers } from '../../../../../src/core/replica/context/pull-requests/numbering.ts';
import type { WritingContext } from '../../../../../src/core/replica/context/pull-requests/pull-request-context.ts';
import type { PreparedPullRequest } from '../../../../../src/core/replica/model/prepared-pull-request.ts';
import { chooseBranchNames } from '../../../../../src/core/replica/model/temporary-refs.ts';
import { markers } from '../../desired/render/fixture.ts';
import { killed, MemoryTarget } from './memory-target.ts';

/** The records of one repository, in memory. */
export function memoryRecords(clock: { now(): number }) {
  const objects = new Map<string, CreatedObject>();
  const key = (kind: CreatedKind, sourceId: string) => `${kind} ${sourceId}`;
  function change(kind: CreatedKind, sourceId: string, to: Partial<CreatedObject>): CreatedObject {
    const fresh = { intendedAt: clock.now(), targetId: null, targetUrl: null, data: null };
    const object = { kind, sourceId, ...fresh, ...objects.get(key(kind, sourceId)), ...to };
    objects.set(key(kind, sourceId), object);
    return object;
  }
  const records: RepositoryRecords = {
    listObjects: async (kind, prefix = '') =>
      [...objects.values()].filter((one) => one.kind === kind && one.sourceId.startsWith(prefix)),
    listSteps: async () => [],
    saveRepository: async () => {},
    saveStep: async () => {},
    findObject: async (kind, sourceId) => objects.get(key(kind, sourceId)) ?? null,
    recordIntents: async (kind, ids, data) =>
      ids.map((sourceId) =>
        change(kind, sourceId, {
          ...{ targetId: null, targetUrl: null, data: data?.get(sourceId) ?? null },
        }),
      ),
    recordResult: async (kind, sourceId, result) => void change(kind, sourceId, result),
    async recordResults(kind, results) {
      for (const { sourceId, ...result } of results) change(kind, sourceId, result);
    },
    forgetIntent: async (kind, sourceId) => void objects.delete(key(kind, sourceId)),
    async forgetObjects(kind, ids) {
      for (const sourceId of ids) objects.delete(key(kind, sourceId));
    },
    saveDocument: async (kind, id, data) =>
      void change(kind, id, { targetId: id, targetUrl: '', data }),
    saveObjectData: async (kind, sourceId, data) => void change(kind, sourceId, { data }),
    forgetRepository: async () => objects.clear(),
  };
  return { records, objects };
}

/** Returns what writes to the target works with, in memory; sleeps end at once and are noted. */
export function memoryContext(options: { mergesPerMinute?: number | null } = {}) {
  const target = new MemoryTarget();
  const sleeps: number[] = [];
  const warnings: string[] = [];
  const control = { isDraining: false };
  let time = 1_000_000;
  const clock = {
    now: () => time,
    async sleep(milliseconds: number) {
      sleeps.push(milliseconds);
      time += milliseconds;
    },
  };
  const { records: all, objects } = memoryRecords(clock);
  const records = Object.fromEntries(
    Object.entries(all).map(([name, method]) => [
      name,
      async (...given: never[]) => {
        if (target.isKilled) throw killed;
        return (method as (...given: never[]) => unknown)(...given);
      },
    ]),
  ) as unknown as RepositoryRecords;
  const host = {
    hostname: 'target.example',
    webUrl: 'https://target.example',
    limits: { mergesPerMinute: options.mergesPerMinute ?? null, concurrentWrites: 1 },
    pullRequests: target.pullRequests,
    audit: target.audit,
  } as TargetHost;
  const context: WritingContext = {
    repository: {
      records,
      target: host,
      targetName: { owner: 'acme', name: 'app' },
      targetFullName: 'acme/app',
      targetRefs: target.targetRefs,
      kept: {
        adopts_found: false,
        user_map_version: 0,
      } as WritingContext['repository']['kept'],
      learned: {
        hostHasNoActions: false,
        marksMerges: null,
        markMilliseconds: 0,
        hasDrafts: true,
        losesSameSecond: false,
        members: null,
        importedFiles: new Map(),
      },
      warn: (message) => warnings.push(message),
      clock,
      waitingClock: clock,
      settleMilliseconds: 10_000,
      reportWait() {},
      signal: new AbortController().signal,
    },
    markers,
    branches: chooseBranchNames([]),
    enteredAt: clock.now(),
    numbers: trackNumbers({ numbers: [], made: new Map(), newest: 0 }),
    learned: {
      hasDrafts: true,
      failedResolutions: 0,
      hasToldOfNumbers: false,
      lastMergeAt: 0,
      collaborators: new Map(),
    },
    stopIfDraining() {
      if (control.isDraining) throw new MigratorError('interrupted', 'Interrupted');
    },
  };
  return { context, target, objects, sleeps, warnings, control };
}

/** A pull request that is ready to be written: merged unless the test says otherwise. */
export function prepared(
  number: number,
  change: Partial<PreparedPullRequest> = {},
): PreparedPullRequest {
  const { head, base } = chooseBranchNames([]);
  const one: PreparedPullRequest = {
    number,
    pullRequest: null,
    opening: {
      head: { kind: 'temporary', branch: head(number), commit: `head-${number}` },
      base: { kind: 'temporary', branch: base(number), commit: `base-${number}` },
      isDraft: false,
    },
    writes: {
      title: `Change ${number}`,
      body: `Body\n\n${markers.mark(`pull-request ${number}`)}`,
      reviews: [],
      fileComments: [],
      replies: [],
      comments: [],
      resolved: [],
    },
    outcome: 'merged',
    changes: [],
    leftImages: [],
    tasks: 0,
    comments: 0,
    mergeTip: `head-${number}`,
    mergeBase: `base-${number}`,
    shifts: 0,
    rerender: () => one,
    asSubstitute: null,
    ...change,
  };
  return one;
}

/** A body as it is written: with its marker. */
export function marked(key: string): { key: string; body: string } {
  return { key, body: `Text of ${key}\n\n${markers.mark(key)}` };
}
