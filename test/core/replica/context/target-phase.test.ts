import { describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../src/core/ports/records/migration.ts';
import { phaseOf, stepDataOf } from '../../../../src/core/replica/context/target-phase.ts';
import { doneSteps } from '../../../../src/core/verbs/cutover/run/checklist.ts';

function step(sourceId: string, of: Partial<CreatedObject> = {}): CreatedObject {
  const row = {
    kind: 'cutover',
    sourceId,
    intendedAt: 0,
    targetId: 'done',
    targetUrl: '',
  } as const;
  return { ...row, data: null, ...of };
}

function phase(targetId: string | null, ...cutover: readonly CreatedObject[]) {
  return phaseOf({ cutover, rollback: [], targetId });
}

describe('phaseOf', () => {
  it('counts the opening of the target that it names, and of no other', () => {
    const row = step('open', { data: stepDataOf('7') });
    expect(phase('7', row)).toBe('open');
    expect(phase('7', { ...row, targetId: null })).toBe('opening');
    expect(phase('8', row)).toBe('closed');
    expect(phase(null, row)).toBe('closed');
  });

  it('reads the opening of earlier versions, which name no target', () => {
    expect(phase('7', step('open'))).toBe('open');
    expect(phase('7', step('lock'))).toBe('closed');
  });

  it('is open for a target that a rollback has taken away, and for no later one', () => {
    const rollback = [step('aside 7')];
    expect(phaseOf({ cutover: [], rollback, targetId: '7' })).toBe('open');
    expect(phaseOf({ cutover: [], rollback, targetId: '8' })).toBe('closed');
  });
});

describe('doneSteps', () => {
  it('are those of this target', () => {
    const rows = [step('lock'), step('sync', { data: stepDataOf('7') })];
    expect([...doneSteps(rows, '7')]).toEqual(['lock', 'sync']);
    expect([...doneSteps(rows, '8')]).toEqual(['lock']);
  });
});
