import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ClaimWriter, SharedRun } from '../../../../src/core/ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../../src/core/ports/store.ts';
import type { MigrationServices } from '../../../../src/core/replica/context/migration-context.ts';
import { newRun } from '../../../../src/core/run/shared/lead-run.ts';
import { shareIfFree } from '../../../../src/core/run/shared/tasks/share-if-free.ts';
import { migration, sharedTaskPlaceForEach } from './shared-task-place.ts';

const { processOf } = sharedTaskPlaceForEach();

describe('sharing what only reads', () => {
  async function isShared(pid: number, task: SharedRun['task'] = 'verify'): Promise<boolean> {
    const { services } = processOf(pid);
    const run = newRun(task, {});
    return shareIfFree(
      services as unknown as MigrationServices,
      { migration: migration.id, run },
      async (shared) => shared !== null,
    );
  }
  async function held(): Promise<MigrationWriter> {
    const { store, services } = processOf(1);
    return store.acquire(migration.id, services.process, 'verify');
  }

  it('takes place where nobody works on the migration', async () => {
    expect(await isShared(2)).toBe(true);
    const writer = await held();
    expect(await isShared(2)).toBe(false);
    await writer.release();
    expect(await isShared(2)).toBe(true);
  });

  it('leaves a run alone whose workers go on by themselves', async () => {
    const writer = await held();
    const run: SharedRun = { id: randomUUID(), task: 'migrate', options: '{}' };
    await writer.share?.(run);
    const { sharing, services } = processOf(3);
    const of = { migration: migration.id, run: run.id, source: 'ant' };
    const claim: ClaimWriter | null = await sharing.runs.claim(of, services.process);
    await writer.release();
    expect(await isShared(2)).toBe(false);
    await claim?.release();
    expect(await isShared(2)).toBe(false);
    expect(await sharing.runs.findRun(migration.id)).toEqual(run);
  });
});
