import { randomUUID } from 'node:crypto';
import {
  type LeaseHolder,
  leaseMilliseconds,
  repositoryStatuses,
  targetKinds,
} from '../../../src/core/ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../../src/core/ports/store.ts';
import { alreadyStarted } from '../../../src/core/state/already-started.ts';
import { grantedClaim, grantWorkers } from '../../../src/core/state/grant-workers.ts';
import { leasedByProcess } from '../../../src/core/state/refusals.ts';
import { addRepository, type ModelMigration, modelWriter } from './model-writer.ts';

/** Describes what all processes share. */
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
    async listTargetObjects(id) {
      const all = [...(migrations.get(id)?.repositories ?? [])];
      const kinds: readonly string[] = targetKinds;
      const rows = all.map(([source, { objects }]) => {
        return [source, [...objects.values()].filter(({ kind }) => kinds.includes(kind))] as const;
      });
      return new Map(rows.filter(([, own]) => own.length > 0));
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
      if (found.lease && isHeld(found, holder.hostname)) throw leasedByProcess(id, found.lease);
      const fence = (found.lease?.fence ?? 0) + 1;
      found.lease = { ...holder, fence, expiresAt: now() + leaseMilliseconds };
      return modelWriter(now, found, fence);
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
