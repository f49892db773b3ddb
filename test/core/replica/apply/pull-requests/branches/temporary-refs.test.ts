import { describe, expect, it } from 'vitest';
import { chooseBranchNames } from '../../../../../../src/core/replica/model/temporary-refs.ts';

describe('names of temporary branches', () => {
  it('are below migrator/ where the source has nothing of that name', () => {
    const names = chooseBranchNames(['refs/heads/main', 'refs/tags/migrator']);
    expect(names.head(7)).toBe('migrator/pr-7/head');
    expect(names.base(7)).toBe('migrator/pr-7/base');
    expect(names.kept(7)).toBe('migrator/pr-7');
  });

  it('give way to a branch of the source that stands there, or below, in whatever letter case', () => {
    expect(chooseBranchNames(['refs/heads/migrator']).kept(1)).toBe('migrator-2/pr-1');
    expect(chooseBranchNames(['refs/heads/Migrator/x', 'refs/heads/migrator-2/y']).kept(1)).toBe(
      'migrator-3/pr-1',
    );
  });
});
