import { describe, expect, it } from 'vitest';
import { keptOptionsOf, migratesPullRequests } from '../../../src/core/choices/kept-options.ts';
import { migrationOptions } from '../../../src/core/choices/options.ts';

describe('migrationOptions', () => {
  it('has a default for everything', () => {
    expect(migrationOptions({ flags: {}, plan: {}, config: {} })).toEqual({
      workers: 4,
      delayMilliseconds: 0,
      skipExisting: false,
      overwrite: false,
      includeLfs: null,
      largeFiles: 'refuse',
      timeoutMilliseconds: 3_600_000,
      depth: null,
      pullRequests: {
        migrate: true,
        areSwitchedOff: false,
        comments: 'threaded',
        requestReviewers: true,
      },
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

  it('takes of --skip-existing and --overwrite the one that is given, whichever the plan has', () => {
    const of = (flags: object, plan: object) => {
      const { skipExisting, overwrite } = migrationOptions({ flags, plan, config: {} });
      return { skipExisting, overwrite };
    };
    const replaces = { skipExisting: false, overwrite: true };
    const skips = { skipExisting: true, overwrite: false };
    expect(of({}, { overwrite: true })).toEqual(replaces);
    expect(of({ skipExisting: true }, { overwrite: true })).toEqual(skips);
    expect(of({ overwrite: true }, { skip_existing: true })).toEqual(replaces);
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

  it('takes what is said of pull requests from the flag, then the plan, then the file', () => {
    const config = {
      pull_requests: { migrate: false, comments: 'folded', request_reviewers: false },
    } as const;
    expect(migrationOptions({ flags: {}, plan: {}, config }).pullRequests).toMatchObject({
      migrate: false,
      comments: 'folded',
      requestReviewers: false,
    });
    const plan = {
      pull_requests: { migrate: true, comments: 'compact', request_reviewers: true },
    } as const;
    expect(migrationOptions({ flags: {}, plan, config }).pullRequests).toMatchObject({
      migrate: true,
      comments: 'compact',
      requestReviewers: true,
    });
    const flags = { comments: 'threaded', pullRequests: false } as const;
    expect(migrationOptions({ flags, plan, config }).pullRequests).toMatchObject({
      migrate: false,
      comments: 'threaded',
    });
  });

  it('leaves a flag that is on by default to the plan', () => {
    const plan = { pull_requests: { migrate: false } };
    const flags = { pullRequests: true };
    expect(migrationOptions({ flags, plan, config: {} }).pullRequests.migrate).toBe(false);
  });
});

describe('bringsPullRequests', () => {
  const of = (flags: { pullRequests?: boolean }, migrate: boolean, own?: boolean) =>
    migratesPullRequests(
      keptOptionsOf({
        plan: {},
        options: migrationOptions({ flags, plan: { pull_requests: { migrate } }, config: {} })
          .pullRequests,
        flags,
        userMap: null,
      }).defaults,
      own === undefined ? {} : { pull_requests: own },
    );

  it('goes by what the plan says of the repository, else by what it says of all', () => {
    expect([of({}, true), of({}, true, false), of({}, false), of({}, false, true)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('is no where the flag says so, whatever the plan says', () => {
    expect(of({ pullRequests: false }, true, true)).toBe(false);
  });
});
