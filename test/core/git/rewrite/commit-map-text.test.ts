import { describe, expect, it } from 'vitest';
import { commitMapOf } from '../../../../src/core/git/rewrite/commit-map.ts';
import {
  commitMapCsv,
  commitMapOfFilterRepo,
} from '../../../../src/core/git/rewrite/commit-map-text.ts';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const map = commitMapOf(
  new Map([
    [b, '2'.repeat(40)],
    [a, '1'.repeat(40)],
  ]),
);

describe('a commit map as text', () => {
  it('has only changed commits as CSV, in their order', () => {
    expect([...commitMapCsv(map)].join('')).toBe(
      `old,new\n${a},${'1'.repeat(40)}\n${b},${'2'.repeat(40)}\n`,
    );
  });

  it('has every commit in the form of git-filter-repo', () => {
    expect([...commitMapOfFilterRepo(map, [c, a])].join('').split('\n')).toEqual([
      `old${' '.repeat(38)}new`,
      `${a} ${'1'.repeat(40)}`,
      `${b} ${'2'.repeat(40)}`,
      `${c} ${c}`,
      '',
    ]);
  });
});
