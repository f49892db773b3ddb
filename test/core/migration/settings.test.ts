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
    const goingOn = { isBegunAnew: false };
    expect(keptSettings(kept, { comments: 'compact' }, goingOn)).toEqual(kept);
    expect(keptSettings(kept, {}, goingOn)).toEqual(kept);
    expect(() => keptSettings(kept, { comments: 'folded' }, goingOn)).toThrow('--comments');
    expect(() => keptSettings(kept, { user_map: 'other' }, goingOn)).toThrow('--user-map');
  });

  it('may be chosen anew where all of it is begun anew, except how conversations are written', () => {
    const kept = parseSettings('{"comments":"compact"}');
    const anew = { isBegunAnew: true };
    expect(keptSettings(kept, { user_map: 'other', pull_requests: false }, anew)).toEqual({
      ...kept,
      user_map: 'other',
      pull_requests: false,
    });
    expect(() => keptSettings(kept, { comments: 'folded' }, anew)).toThrow('--comments');
  });
});
