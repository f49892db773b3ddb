import { describe, expect, it } from 'vitest';
import { isOwnBranch } from '../../../../../src/core/replica/model/temporary-refs.ts';

describe('isOwnBranch', () => {
  it.each(['pr-7', 'pr-7/head', 'pr-7/base', 'pr-7-base'])('knows migrator/%s', (name) => {
    expect(isOwnBranch(`refs/heads/migrator/${name}`, ['refs/heads/main'])).toBe(true);
  });

  it.each([
    'refs/heads/main',
    'refs/heads/other/pr-7',
    'refs/heads/migrator/pr-7/tail',
    'refs/heads/migrator/pr-07',
    'refs/tags/migrator/pr-7',
  ])('does not know %s', (ref) => {
    expect(isOwnBranch(ref, ['refs/heads/main'])).toBe(false);
  });

  it('goes by the prefix that was chosen for this source', () => {
    const refs = ['refs/heads/migrator'];
    expect(isOwnBranch('refs/heads/migrator-2/pr-7', refs)).toBe(true);
    expect(isOwnBranch('refs/heads/migrator/pr-7', refs)).toBe(false);
  });
});
