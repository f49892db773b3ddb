import { describe, expect, it } from 'vitest';
import { dataToWrite } from '../../../../src/core/replica/apply/data/data-to-write.ts';

const wanted = {
  ...{ defaultBranch: 'trunk', description: null, topics: null },
  visibility: 'private',
} as const;

/** Decides in a resumed run about a repository that was created with `main`. */
function decided(defaultBranch: string) {
  const created = { defaultBranch: 'main', description: null };
  const found = { defaultBranch, description: '', topics: [], visibility: 'private' } as const;
  return dataToWrite(wanted, { set: null, created, isResumed: true }, found);
}

describe('the data that a resumed run writes', () => {
  it('has the default branch that a killed run has set, so that it counts as migrated', () => {
    expect(decided('trunk')).toMatchObject({ defaultBranch: 'trunk', skipped: [] });
  });

  it('leaves a default branch that people have chosen, and says so', () => {
    expect(decided('theirs')).toMatchObject({ defaultBranch: null, skipped: ['default branch'] });
  });
});
