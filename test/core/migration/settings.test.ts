import { describe, expect, it } from 'vitest';
import { keptSettings, parseSettings } from '../../../src/core/migration/settings.ts';

describe('what is chosen for a whole migration', () => {
  it('has defaults where a migration of an earlier version kept nothing', () => {
    expect(parseSettings('{}')).toEqual({
      pull_requests: true,
      pull_requests_off: false,
      comments: 'threaded',
      request_reviewers: true,
      user_map: null,
      adopts_found: false,
      existing: null,
      license_tier: null,
    });
  });

  it('may be repeated by a resume, but not contradicted', () => {
    const kept = parseSettings('{"comments":"compact"}');
    expect(keptSettings(kept, { comments: 'compact' })).toEqual(kept);
    expect(keptSettings(kept, {})).toEqual(kept);
    expect(() => keptSettings(kept, { comments: 'folded' })).toThrow('--comments');
    expect(() => keptSettings(kept, { user_map: 'other' })).toThrow('--user-map');
  });
});
