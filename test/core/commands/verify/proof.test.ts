import { describe, expect, it } from 'vitest';
import { proofOfRecord } from '../../../../src/core/commands/comparison/record/proof.ts';
import { plannedNotes } from '../../../../src/core/verbs/verify/findings/planned-notes.ts';
import { difference, repository, verification } from './example-verification.ts';

const planned = (['exact', 'stricter', 'exact', 'none'] as const).map((grade) => ({
  ...{ grade, source: 'a', target: 'b', why: '' },
}));
const refused = difference('a', { verdict: 'not-applied', kind: 'setting' });
const applied = { ...repository('web'), settings: planned, differences: [refused] };

describe('proofOfRecord()', () => {
  it('counts every setting of the plan once: applied, not fully, by hand', () => {
    const { settings, counts } = proofOfRecord(verification([applied]));
    expect(settings).toEqual({
      applied: 2,
      notFully: 1,
      waiting: 0,
      byHand: 1,
      differ: 0,
    });
    expect(counts.map(({ what }) => what)).not.toContain('settings');
  });

  it('calls no setting applied that waits for the cut-over', () => {
    const closed = { ...applied, differences: [], notes: [plannedNotes.waiting] };
    const { settings } = proofOfRecord(verification([closed]));
    expect(settings).toEqual({
      applied: 0,
      notFully: 0,
      waiting: 3,
      byHand: 1,
      differ: 0,
    });
  });

  it('has no such count where the plan has no settings', () => {
    const { settings } = proofOfRecord(verification([{ ...repository('web'), settings: [] }]));
    expect(settings).toBeNull();
  });
});
