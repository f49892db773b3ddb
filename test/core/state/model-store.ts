import { randomUUID } from 'node:crypto';
import { chainEndOf, chainLine } from '../../../src/core/kernel/hash-chain.ts';
import type { TimedEvent } from '../../../src/core/ports/events.ts';
import {
  type CreatedKind,
  type CreatedObject,
  keptKinds,
  type LeaseHolder,
  leaseMilliseconds,
  type Migration,
  type RepositoryState,
  repositoryStatuses,
  resetMark,
  type StepState,
} from '../../../src/core/ports/records/migration.ts';
import type { MigrationOverview, MigrationWriter, Store } from '../../../src/core/ports/store.ts';
import { alreadyStarted } from '../../../src/core/state/already-started.ts';
import { grantedClaim, grantWorkers } from '../../../src/core/state/grant-workers.ts';
import { heldByAnother, takenOver } from '../../../src/core/state/refusals.ts';

interface ModelRepository {
  state: RepositoryState;
  readonly steps: Map<string, StepState>;
  /** By kind and source id. */
  readonly objects: Map<string, CreatedObject>;
}

interface ModelMigration {
  migration: Migration;
  readonly repositories: Map<string, ModelRepository>;
  readonly events: TimedEvent[];
  /** Lines of the record of writes. */
  readonly audit: string[];
  lease: (LeaseHolder & { fence: number; expiresAt: number }) | null;
}

/** What all processes share. */
export interface ModelWorld {
  readonly migrations: Map<string, ModelMigration>;
  readonly claims: Map<
    string,
    LeaseHolder & { holder: string; workers: number; expiresAt: number }
  >;
  readonly now: () => number;
  readonly isProcessAlive: (pid: number) => boolean;
  readonly hostname: string;
}

/** The store as it is meant, in a few lines of memory: the oracle that every implementation is compared with. */
export function modelStore(world: ModelWorld): Store {
  const { migrations, now } = world;
  const repositoriesOf = (id: string) => [...(migrations.get(id)?.repositories.values() ?? [])];
  const newest = () =>
    [...migrations.values()].sort((a, b) => (a.migration.id < b.migration.id ? -1 : 1));
  const isHeld = ({ lease }: ModelMigration, hostname: string) =>
    lease !== null &&
    lease.expiresAt > now() &&
    (lease.hostname !== hostname || world.isProcessAlive(lease.pid));
  return {
    place: 'a model',
    shared: null,
    secretNotes: null,
    async checkWritable() {},
    async listMigrations() {
      return newest().map(({ migration, repositories }): MigrationOverview => {
        const states = [...repositories.values()].map(({ state }) => state.status);
        const counts = repositoryStatuses.map((one) => [
          one,
          states.filter((s) => s === one).length,
        ]);
        return { ...migration, counts: Object.fromEntries(counts) };
      });
    },
    findMigration: async (id) => migrations.get(id)?.migration ?? null,
    findByPlan: async (digest) =>
      newest().findLast(({ migration }) => migration.planDigest === digest)?.migration ?? null,
    listRepositories: async (id) => repositoriesOf(id).map(({ state }) => state),
    listSteps: async (id, source) => [
      ...(migrations.get(id)?.repositories.get(source)?.steps.values() ?? []),
    ],
    async listObjects(id, source, kind, prefix = '') {
      const all = [...(migrations.get(id)?.repositories.get(source)?.objects.values() ?? [])];
      return all
        .filter((one) => one.kind === kind && one.sourceId.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a.sourceId), Buffer.from(b.sourceId)));
    },
    listEvents: async (id, type, skip = 0) =>
      (migrations.get(id)?.events ?? []).filter((event) => event.type === type).slice(skip),
    listAudit: async (id, { after, limit }) =>
      (migrations.get(id)?.audit ?? [])
        .map((text, index) => ({ position: index + 1, text }))
        .slice(after, after + limit),
    async createMigration(migration, repositories) {
      for (const { migration: other } of migrations.values()) {
        const isOver = other.status === 'completed' || other.status === 'cancelled';
        if (other.planDigest === migration.planDigest && !isOver) throw alreadyStarted(other.id);
      }
      const made = { migration, repositories: new Map(), events: [], audit: [], lease: null };
      migrations.set(migration.id, made);
      for (const one of repositories) addRepository(made, one);
    },
    async acquire(id, holder) {
      const found = migrations.get(id);
      if (found === undefined) throw new TypeError(`no migration ${id}`);
      if (found.lease && isHeld(found, holder.hostname)) throw heldByAnother(id, found.lease);
      const fence = (found.lease?.fence ?? 0) + 1;
      found.lease = { ...holder, fence, expiresAt: now() + leaseMilliseconds };
      return modelWriter(world, found, fence);
    },
    claimWorkers(process, wanted) {
      const holder = randomUUID();
      return grantedClaim(wanted, {
        async claim(workers) {
          for (const [other, one] of world.claims) {
            const isDead = one.hostname === process.hostname && !world.isProcessAlive(one.pid);
            if (isDead || one.expiresAt <= now()) world.claims.delete(other);
          }
          const granted = grantWorkers(workers, holder, [...world.claims.values()]);
          const claim = { ...process, holder, workers: granted };
          if (granted > 0)
            world.claims.set(holder, { ...claim, expiresAt: now() + leaseMilliseconds });
          return granted;
        },
        async release() {
          world.claims.delete(holder);
        },
      });
    },
    async findHolder(id) {
      const found = migrations.get(id);
      if (!found?.lease || !isHeld(found, world.hostname)) return null;
      return { pid: found.lease.pid, hostname: found.lease.hostname };
    },
    examine: async () => 'sound',
    setAside: () => Promise.reject(new TypeError('a model is never damaged')),
    wasSetAside: async () => false,
    check: async () => [],
    async close() {},
  };
}

function modelWriter(world: ModelWorld, held: ModelMigration, fence: number): MigrationWriter {
  const { now } = world;
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
    async recordIntent(source, kind, sourceId, data) {
      const texts = data === undefined ? undefined : new Map([[sourceId, data]]);
      return (await writer.recordIntents(source, kind, [sourceId], texts))[0] as CreatedObject;
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
    async checkHeld() {
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

function addRepository(
  { repositories }: ModelMigration,
  { source, target }: { source: string; target: string },
): void {
  repositories.set(source, { state: fresh(source, target), steps: new Map(), objects: new Map() });
}

function fresh(source: string, target: string): RepositoryState {
  const nothing = { refs: null, webUrl: null, reason: null, failure: null };
  return { source, target, status: 'pending', ...nothing, startedAt: null, finishedAt: null };
}
