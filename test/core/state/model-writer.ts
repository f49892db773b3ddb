import { chainEndOf, chainLine } from '../../../src/core/kernel/hash-chain.ts';
import type { TimedEvent } from '../../../src/core/ports/records/events.ts';
import {
  type CreatedKind,
  type CreatedObject,
  keptKinds,
  type LeaseHolder,
  leaseMilliseconds,
  type Migration,
  type RepositoryState,
  resetMark,
  type StepState,
} from '../../../src/core/ports/records/migration.ts';
import type { MigrationWriter } from '../../../src/core/ports/store.ts';
import { takenOver } from '../../../src/core/state/refusals.ts';

interface ModelRepository {
  state: RepositoryState;
  readonly steps: Map<string, StepState>;
  /** By kind and source id. */
  readonly objects: Map<string, CreatedObject>;
}

export interface ModelMigration {
  migration: Migration;
  readonly repositories: Map<string, ModelRepository>;
  readonly events: TimedEvent[];
  /** Lines of the record of writes. */
  readonly audit: string[];
  lease: (LeaseHolder & { fence: number; expiresAt: number }) | null;
}

/** Writes as one process does with its lease. @param fence the number of that lease */
export function modelWriter(
  now: () => number,
  held: ModelMigration,
  fence: number,
): MigrationWriter {
  const check = () => {
    if (held.lease?.fence === fence) return;
    throw takenOver(held.migration.id);
  };
  const of = (source: string) => {
    check();
    const found = held.repositories.get(source);
    if (found === undefined) throw new Error(`no repository ${source}`);
    return found;
  };
  const key = (kind: CreatedKind, sourceId: string) => `${kind} ${sourceId}`;
  const change = (one: Partial<Migration>) => {
    held.migration = { ...held.migration, ...one, updatedAt: now() };
  };
  const writer: MigrationWriter = {
    share: null,
    keepBack: null,
    async setStatus(status) {
      check();
      change({ status });
    },
    async saveRepository(source, changes) {
      const one = of(source);
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      one.state = { ...one.state, ...Object.fromEntries(given) };
    },
    async saveStep(source, step) {
      of(source).steps.set(step.name, step);
    },
    async findObject(source, kind, sourceId) {
      return held.repositories.get(source)?.objects.get(key(kind, sourceId)) ?? null;
    },
    async recordIntents(source, kind, sourceIds, data) {
      const { objects } = of(source);
      const intents = sourceIds.map((sourceId) => {
        const kept = data?.get(sourceId) ?? null;
        return { kind, sourceId, intendedAt: now(), targetId: null, targetUrl: null, data: kept };
      });
      for (const one of intents) objects.set(key(kind, one.sourceId), one);
      return intents;
    },
    async forgetIntent(source, kind, sourceId) {
      const { objects } = of(source);
      if (objects.get(key(kind, sourceId))?.targetId === null) objects.delete(key(kind, sourceId));
    },
    async forgetObjects(source, kind, sourceIds) {
      const { objects } = of(source);
      for (const sourceId of sourceIds) objects.delete(key(kind, sourceId));
    },
    recordResult: (source, kind, sourceId, result) =>
      writer.recordResults(source, kind, [{ sourceId, ...result }]),
    async recordResults(source, kind, results) {
      const { objects } = of(source);
      for (const { sourceId, targetId, targetUrl, data } of results) {
        const before = objects.get(key(kind, sourceId));
        if (before === undefined) continue;
        const after = { ...before, targetId, targetUrl, data: data ?? before.data };
        objects.set(key(kind, sourceId), after);
      }
    },
    async saveDocument(source, kind, id, data) {
      const document = { kind, sourceId: id, intendedAt: now(), targetId: id, targetUrl: '', data };
      of(source).objects.set(key(kind, id), document);
    },
    async saveObjectData(source, kind, sourceId, data) {
      const { objects } = of(source);
      const before = objects.get(key(kind, sourceId));
      if (before !== undefined) objects.set(key(kind, sourceId), { ...before, data });
    },
    async resetRepositories(sources, changes) {
      check();
      change({ ...changes, ...(sources.length > 0 && { status: 'running' }) });
      for (const source of sources) {
        const one = of(source);
        one.steps.clear();
        const { target, webUrl } = one.state;
        one.state = { ...fresh(source, target), webUrl };
        for (const [name, object] of one.objects)
          if (object.kind === 'repository') one.objects.set(name, { ...object, data: resetMark });
      }
    },
    async addRepositories(repositories, planText) {
      check();
      change({ planText, status: 'paused' });
      for (const one of repositories)
        if (!held.repositories.has(one.source)) addRepository(held, one);
    },
    async forgetRepository(source) {
      const { objects } = of(source);
      for (const [name, { kind }] of objects) if (!keptKinds.includes(kind)) objects.delete(name);
    },
    async appendAudit(begin, lines) {
      check();
      const { audit } = held;
      for (const content of audit.length === 0 ? [begin, ...lines] : lines) {
        const last = audit.at(-1);
        audit.push(chainLine(last === undefined ? null : chainEndOf(last), content).text);
      }
      return audit.length;
    },
    async appendEvent(event) {
      check();
      held.events.push(event);
    },
    async checkLease() {
      check();
    },
    async renew() {
      check();
      if (held.lease !== null) held.lease.expiresAt = now() + leaseMilliseconds;
    },
    async release() {
      check();
      if (held.lease !== null) held.lease.expiresAt = 0;
    },
  };
  return writer;
}

export function addRepository(
  { repositories }: ModelMigration,
  { source, target }: { source: string; target: string },
): void {
  repositories.set(source, { state: fresh(source, target), steps: new Map(), objects: new Map() });
}

function fresh(source: string, target: string): RepositoryState {
  const nothing = { refs: null, webUrl: null, reason: null, failure: null };
  return { source, target, status: 'pending', ...nothing, startedAt: null, finishedAt: null };
}
