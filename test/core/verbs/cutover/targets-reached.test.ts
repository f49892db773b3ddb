import { expect, it } from 'vitest';
import type { CreatedKind, CreatedObject } from '../../../../src/core/ports/records/migration.ts';
import {
  lastChange,
  onTargetText,
  reachedText,
  readTargetsReached,
  stageOf,
  withoutRolledBack,
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
  expect(reached).toMatchObject({ targets: { created: 2, opened: 1 }, changedAt: 300 });
  expect(lastChange({ updatedAt: 250 }, reached)).toBe(300);
  expect(lastChange({ updatedAt: 400 }, reached)).toBe(400);
  const rolledBack = new Map([
    ['web', [row('repository', 'web', 100), row('rollback', 'aside 7', 500)]],
  ]);
  expect(await readTargetsReached(storeOf(rolledBack), 'mig_1')).toMatchObject({
    ...{ targets: { rolledBack: 1 }, changedAt: 500 },
  });
});

it('nothing on the target leaves the time of the run', async () => {
  const reached = await readTargetsReached(storeOf(new Map()), 'mig_1');
  expect(lastChange({ updatedAt: 250 }, reached)).toBe(250);
});

it('an unfinished cut-over holds locks since its first one, and one that was killed while it opened is not through', async () => {
  const rows = new Map([
    ['web', [row('repository', 'web', 100), row('source-lock', 'before', 300)]],
    ['api', [row('repository', 'api', 100), row('source-lock', 'before', 200)]],
    ['docs', [row('repository', 'docs', 100)]],
  ]);
  const locked = await readTargetsReached(storeOf(rows), 'mig_1');
  expect(locked).toMatchObject({
    ...{ targets: { created: 3, locked: 2 }, lockedClosed: 2, lockedSince: 200 },
  });
  const only = await readTargetsReached(storeOf(rows), 'mig_1', new Set(['docs']));
  expect(only).toMatchObject({ targets: { created: 1, locked: 0 }, lockedSince: null });

  const killed = { ...row('cutover', 'open', 400), targetId: null };
  const opening = new Map([...rows].map(([source, own]) => [source, [...own, killed]]));
  const halfOpen = await readTargetsReached(storeOf(opening), 'mig_1');
  expect(halfOpen).toMatchObject({ targets: { opening: 3, opened: 0 }, lockedSince: 200 });
  expect(reachedText(halfOpen.targets)).toBeNull();

  const done = new Map([...rows].map(([one, own]) => [one, [...own, row('cutover', 'open', 400)]]));
  const open = await readTargetsReached(storeOf(done), 'mig_1');
  expect(open).toMatchObject({ targets: { opened: 3, locked: 2 }, lockedSince: null });
  expect(reachedText(open.targets)).toBe('cut over');
});

it('a migration of which some are rolled back is neither done nor rolled back, and says what is left', () => {
  const targets = {
    ...{ repositories: 14, created: 1, rolledBack: 13, unlocking: 0 },
    ...{ locked: 0, opening: 0, opened: 0 },
  };
  expect(reachedText(targets)).toBe('partly rolled back');
  expect(onTargetText(targets)).toBe('1 of 14 on GitHub, 13 rolled back');
  expect(withoutRolledBack(100, targets)).toBe(7);
  const completed = { isCompleted: true, follows: true };
  expect(stageOf(targets, completed)).toBe('partly-rolled-back');
  // A cut-over of the others that was ended comes first.
  expect(stageOf({ ...targets, locked: 1 }, completed)).toBe('locked');
  expect(stageOf({ ...targets, locked: 1, opened: 1 }, completed)).toBe('partly-rolled-back');
});
