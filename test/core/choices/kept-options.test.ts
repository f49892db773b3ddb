import { describe, expect, it } from 'vitest';
import { parseKeptOptions } from '../../../src/core/choices/kept-options.ts';

describe('what is chosen for a whole migration', () => {
  it('has defaults where a migration of an earlier version kept nothing', () => {
    expect(parseKeptOptions('{}')).toEqual({
      pull_requests: true,
      pull_requests_off: false,
      comments: 'threaded',
      request_reviewers: true,
      large_files: 'refuse',
      follow: false,
      apply_settings: 'active',
      invite: false,
      user_map: null,
      user_map_version: 0,
      adopts_found: false,
      engine: 'rest',
      archive_format: 'github',
      export: null,
      existing: null,
      license_tier: null,
    });
  });
});
