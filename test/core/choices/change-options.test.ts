import { describe, expect, it } from 'vitest';
import { changeOptions, noProgress } from '../../../src/core/choices/change-options.ts';
import { parseKeptOptions } from '../../../src/core/choices/kept-options.ts';

const kept = parseKeptOptions('{"comments":"compact"}');
const stands = { pullRequests: 12, passed: 3, created: 4 };
const goingOn = { progress: stands, isStartedOver: false };

describe('changeOptions', () => {
  it('keeps what is repeated, or not said', () => {
    expect(changeOptions(kept, { comments: 'compact' }, goingOn)).toEqual(kept);
    expect(changeOptions(kept, { comments: undefined }, goingOn)).toEqual(kept);
  });

  it('takes another user map at any time, as a version of its own', () => {
    const changed = changeOptions(kept, { user_map: 'other' }, goingOn);
    expect(changed).toEqual({ ...kept, user_map: 'other', user_map_version: 1 });
    expect(changeOptions(changed, { user_map: 'other' }, goingOn)).toEqual(changed);
  });

  it('takes --skip-existing, --overwrite and whether reviewers are requested at any time', () => {
    const asked = { existing: 'skip', request_reviewers: false } as const;
    expect(changeOptions(kept, asked, goingOn)).toEqual({ ...kept, ...asked });
  });

  it('takes --comments until a pull request is written', () => {
    const asked = { comments: 'folded' } as const;
    const facts = { progress: { ...stands, pullRequests: 0 }, isStartedOver: false };
    expect(changeOptions(kept, asked, facts)).toEqual({ ...kept, comments: 'folded' });
    expect(() => changeOptions(kept, asked, { progress: stands, isStartedOver: true })).toThrow(
      'Cannot change --comments from compact to folded: GitHub already has pull requests written this way (12)',
    );
  });

  it('takes follow until a target is created', () => {
    const fresh = { progress: noProgress, isStartedOver: false };
    expect(changeOptions(kept, { follow: true }, fresh)).toEqual({ ...kept, follow: true });
    expect(() => changeOptions(kept, { follow: true }, goingOn)).toThrow(
      'Cannot change follow from false to true: some repositories were already created this way (4)',
    );
  });

  it('takes --no-pull-requests until a repository has passed them, or with all of them reset', () => {
    const asked = { pull_requests_off: true };
    const changed = { ...kept, pull_requests_off: true };
    const fresh = { progress: noProgress, isStartedOver: false };
    expect(changeOptions(kept, asked, fresh)).toEqual(changed);
    expect(changeOptions(kept, asked, { progress: stands, isStartedOver: true })).toEqual(changed);
    expect(() => changeOptions(kept, asked, goingOn)).toThrow(
      'This migration continues with pull requests: some repositories are already done (3)',
    );
  });
});
