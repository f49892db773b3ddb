import { systemClock } from '../../src/core/kernel/clock.ts';
import { Redactor } from '../../src/core/kernel/redact.ts';
import type { Plan } from '../../src/core/plan/plan-schema.ts';
import type { Store } from '../../src/core/ports/store.ts';
import { newMigrationId, planDigest } from '../../src/core/replica/context/identity.ts';
import { createSqliteStore } from '../../src/core/state/sqlite/sqlite-store.ts';

export function openStore(stateFolder: string): Store {
  return createSqliteStore({
    stateFolder,
    clock: systemClock,
    isProcessAlive: () => true,
    redactor: new Redactor(),
    hostname: 'here',
  });
}

/** A migration of this plan of which all but the last repository are done. @returns its id */
export async function beginMigration(store: Store, plan: Plan): Promise<string> {
  const now = systemClock.now();
  const id = newMigrationId(now, Math.random);
  await store.createMigration(
    {
      id,
      planDigest: planDigest(plan),
      planText: JSON.stringify(plan),
      source: plan.source,
      target: plan.target,
      settings: '{}',
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    },
    plan.repositories,
  );
  const writer = await store.acquire(id, { pid: process.pid, hostname: 'here' });
  for (const { source } of plan.repositories.slice(0, -1)) {
    await writer.saveRepository(source, {
      status: 'succeeded',
      refs: 5,
      startedAt: now,
      finishedAt: now,
    });
  }
  await writer.setStatus('paused');
  await writer.release();
  return id;
}

/** @param sources slugs; each keeps its name */
export function planOf(
  sources: readonly string[],
  { workspace, organization }: { workspace: string; organization: string },
): Plan {
  return {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace },
    target: { organization },
    options: {},
    repositories: sources.map((source) => ({ source, target: source, visibility: 'private' })),
  };
}
