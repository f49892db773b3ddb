import { describe, expect, it } from 'vitest';
import { migrationOptions } from '../../../src/core/migration/options.ts';

describe('migrationOptions', () => {
  it('has a default for everything', () => {
    expect(migrationOptions({ flags: {}, plan: {}, config: {} })).toEqual({
      workers: 4,
      delayMilliseconds: 0,
      skipExisting: false,
      includeLfs: null,
      timeoutMilliseconds: 3_600_000,
      depth: null,
    });
  });

  it('takes the file where the plan says nothing, and the plan where it does', () => {
    const config = {
      migration: { include_lfs: true, timeout_seconds: 10, shallow_clone: true, shallow_depth: 7 },
    };
    expect(migrationOptions({ flags: {}, plan: {}, config })).toMatchObject({
      includeLfs: true,
      timeoutMilliseconds: 10_000,
      depth: 7,
    });
    const plan = { include_lfs: false, timeout_seconds: 20, shallow_depth: 3 };
    expect(migrationOptions({ flags: {}, plan, config })).toMatchObject({
      includeLfs: false,
      timeoutMilliseconds: 20_000,
      depth: 3,
    });
  });

  it('takes a flag before all else', () => {
    const plan = { workers: 2, delay: 100, skip_existing: true };
    expect(migrationOptions({ flags: {}, plan, config: {} })).toMatchObject({
      workers: 2,
      delayMilliseconds: 100,
      skipExisting: true,
    });
    const flags = { workers: 9, delay: 0, skipExisting: false };
    expect(migrationOptions({ flags, plan, config: {} })).toMatchObject({
      workers: 9,
      delayMilliseconds: 0,
      skipExisting: false,
    });
  });

  it('keeps the whole history where the plan switches off what the file switches on', () => {
    const config = { migration: { shallow_clone: true, shallow_depth: 7 } };
    expect(
      migrationOptions({ flags: {}, plan: { shallow_clone: false }, config }).depth,
    ).toBeNull();
  });

  it('cuts at fifty commits where only shallow_clone is given, and nowhere by shallow_depth alone', () => {
    const plan = { shallow_clone: true };
    expect(migrationOptions({ flags: {}, plan, config: {} }).depth).toBe(50);
    const config = { migration: { shallow_depth: 7 } };
    expect(migrationOptions({ flags: {}, plan: {}, config }).depth).toBeNull();
  });
});
