import { expect, it } from 'vitest';
import type { CreatedKind, CreatedObject } from '../../../../src/core/ports/records/migration.ts';
import {
  lastChange,
  readTargetsReached,
} from '../../../../src/core/verbs/cutover/targets-reached.ts';

function row(kind: CreatedKind, sourceId: string, intendedAt: number): CreatedObject {
  return { kind, sourceId, intendedAt, targetId: '7', targetUrl: null, data: null };
}

function storeOf(rows: ReadonlyMap<string, readonly CreatedObject[]>) {
  return {
    listTargetObjects: () => Promise.resolve(rows),
    listRepositories: () => Promise.resolve([]),
  };
}

it('the last change of a migration is that of a cut-over or a rollback after its run', async () => {
  const cutOver = new Map([
    ['web', [row('repository', 'web', 100), row('cutover', 'open', 300)]],
    ['api', [row('repository', 'api', 200)]],
  ]);
  const reached = await readTargetsReached(storeOf(cutOver), 'mig_1');
  expect(reached).toMatchObject({ created: 2, opened: 1, changedAt: 300 });
  expect(lastChange({ updatedAt: 250 }, reached)).toBe(300);
  expect(lastChange({ updatedAt: 400 }, reached)).toBe(400);
  const rolledBack = new Map([
    ['web', [row('repository', 'web', 100), row('rollback', 'aside 7', 500)]],
  ]);
  expect(await readTargetsReached(storeOf(rolledBack), 'mig_1')).toMatchObject({
    ...{ rolledBack: 1, changedAt: 500 },
  });
});

it('nothing on the target leaves the time of the run', async () => {
  const reached = await readTargetsReached(storeOf(new Map()), 'mig_1');
  expect(lastChange({ updatedAt: 250 }, reached)).toBe(250);
});
