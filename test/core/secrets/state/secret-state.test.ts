import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src/core/secrets/state/journal.ts';
import { holderOf, stateOfPresent } from '../../../../src/core/secrets/state/secret-state.ts';

const made = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;

function state(
  times: { created?: number | null; updated?: number | null },
  entry: { what?: 'placeholder' | 'value'; intendedAt?: number; writtenAt?: number | null } | null,
) {
  const { created = made, updated = made } = times;
  const written =
    entry === null
      ? null
      : { what: 'placeholder' as const, intendedAt: made, writtenAt: made, before: null, ...entry };
  return stateOfPresent({ name: 'A', createdAt: created, updatedAt: updated }, written);
}

describe('a secret that is there', () => {
  it('is somebody else’s where we have not written it', () => {
    expect(state({}, null)).toBe('present');
  });
  it('holds the placeholder as long as nobody has changed it', () => {
    expect(state({}, {})).toBe('placeholder');
    expect(state({ updated: made + 1000 }, {})).toBe('placeholder');
  });
  it('is filled in once it was changed', () => {
    expect(state({ updated: made + 3000 }, {})).toBe('filled');
  });
  it('is filled in where somebody has replaced ours', () => {
    expect(state({ created: made + hour, updated: made + hour }, {})).toBe('filled');
  });
  it('is ours where the answer was lost and it was created at that time', () => {
    const lost = { writtenAt: null, intendedAt: made - 40_000 };
    expect(state({}, lost)).toBe('placeholder');
    expect(state({ updated: made + 1000 }, lost)).toBe('filled');
    expect(state({}, { ...lost, intendedAt: made - hour })).toBe('filled');
  });
  it('is filled in where we have written a value', () => {
    expect(state({}, { what: 'value' })).toBe('filled');
  });
  describe('after a value was about to be written, of which nothing is known', () => {
    const placeholder = { what: 'placeholder' as const, intendedAt: made, before: null };
    const meant = (writtenAt: number | null) => ({
      what: 'value' as const,
      intendedAt: made + hour,
      writtenAt: null,
      before: { ...placeholder, writtenAt },
    });
    const found = (updatedAt: number) => ({ name: 'A', createdAt: made, updatedAt });
    it.each([made, null])('holds the placeholder if it was not changed (%j)', (writtenAt) => {
      expect(stateOfPresent(found(made), meant(writtenAt))).toBe('placeholder');
      expect(holderOf(found(made), meant(writtenAt))).toBe('placeholder');
    });
    it('holds the value if it was changed then', () => {
      expect(stateOfPresent(found(made + hour), meant(made))).toBe('filled');
      expect(holderOf(found(made + hour), meant(made))).toBe('ours');
    });
    it('is somebody else’s if it was changed at another time', () => {
      expect(stateOfPresent(found(made + 3 * hour), meant(made))).toBe('filled');
      expect(holderOf(found(made + 3 * hour), meant(made))).toBe('somebody');
    });
    it('holds an earlier value of ours if that was not changed', () => {
      const entry = { ...meant(made), before: { ...placeholder, what: 'value', writtenAt: made } };
      expect(holderOf(found(made), entry as JournalEntry)).toBe('ours');
    });
  });
  it('counts as a placeholder where the host has no times', () => {
    expect(state({ created: null, updated: null }, {})).toBe('placeholder');
  });
});
