import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../../src/core/settings/applying/setting-outcome.ts';
import { adviceOnChange } from '../../../../../src/core/verbs/verify/findings/change-advice.ts';
import {
  adviceOnOutcome,
  adviceOnPlanned,
} from '../../../../../src/core/verbs/verify/findings/planned-advice.ts';

describe('adviceOnPlanned', () => {
  it('says what a person without a login needs', () => {
    expect(adviceOnPlanned('The user map has no GitHub login for this person.')).toEqual({
      reason: 'the user map has no GitHub login for this person',
      advice: 'Add their login to the user map, write a new plan, then apply the plan.',
    });
  });

  it('separates the reason from what to do', () => {
    expect(
      adviceOnPlanned(
        'Not migrated. To keep these rights, make them an owner of the GitHub organization.',
      ),
    ).toEqual({
      reason: 'it belongs to the whole workspace',
      advice: 'To keep these rights, make them an owner of the GitHub organization.',
    });
  });

  it('leads to the page about settings for a reason that it does not know', () => {
    expect(adviceOnPlanned('GitHub moved on.')).toEqual({
      reason: 'GitHub moved on',
      advice: 'Set it up by hand on GitHub if you need it. See docs/settings.md.',
    });
  });
});

describe('adviceOnOutcome', () => {
  it('takes the hint of a refusal, and else what its kind needs', () => {
    const key = { kind: 'deploy-key', name: 'mirror' };
    const hint = 'Create a key.';
    expect(adviceOnOutcome(outcomeOf(key, { state: 'refused', hint }))).toBe(hint);
    expect(adviceOnOutcome(outcomeOf(key, { state: 'refused', note: 'no' }))).toContain(
      'under Deploy keys',
    );
  });

  it('tells to invite whom a team lacks', () => {
    const note = 'Not in the organization: jane; --invite would take 1 seat';
    const team = outcomeOf({ kind: 'team', name: 'core' }, { state: 'waiting', note });
    expect(adviceOnOutcome(team)).toBe('Invite them, or pass --invite.');
  });
});

describe('adviceOnChange', () => {
  it.each([
    ['opened from the branch migrator/pr-5, which keeps its commits', 'Keep this branch'],
    ['2 unpublished comments omitted', 'Its author can still publish it'],
    ['2 images and files: left on Bitbucket', 'Upload them'],
    ['something new', 'See docs/fidelity.md'],
  ])('says of "%s": %s', (change, advice) => {
    expect(adviceOnChange(change)).toContain(advice);
  });
});
