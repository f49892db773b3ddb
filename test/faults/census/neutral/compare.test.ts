import { describe, expect, it } from 'vitest';
import { compareForms } from './compare.ts';
import type { CommentForm, PullRequestForm, RepositoryForm } from './form.ts';

const comment: CommentForm = { times: 1, tokens: ['zq5x'], isResolved: false };

const pull: PullRequestForm = {
  state: 'open',
  title: 'Change zq1x',
  base: 'main',
  head: 'a'.repeat(40),
  description: ['zq2x'],
  comments: new Map([[5, comment]]),
  tasks: new Map([['zq6x', false]]),
  reviews: ['Amara Okafor: approved'],
  tokens: new Set(['zq1x', 'zq2x', 'zq5x', 'zq6x']),
};

const whole: RepositoryForm = {
  name: 'web',
  description: ['zq9x'],
  defaultBranch: 'main',
  refs: new Map([['refs/heads/main', 'a'.repeat(40)]]),
  pullRequests: new Map([[1, pull]]),
};

function withPull(change: Partial<PullRequestForm>): RepositoryForm {
  return { ...whole, pullRequests: new Map([[1, { ...pull, ...change }]]) };
}

function withComment(change: Partial<CommentForm>): RepositoryForm {
  return withPull({ comments: new Map([[5, { ...comment, ...change }]]) });
}

describe('the comparison of both sides', () => {
  it('finds nothing where both are the same', () => {
    expect(compareForms(whole, whole)).toEqual([]);
  });

  it.each<[string, RepositoryForm, string]>([
    ['a lost ref', { ...whole, refs: new Map() }, 'lost: web: refs/heads/main'],
    [
      'a ref with another commit',
      { ...whole, refs: new Map([['refs/heads/main', 'b']]) },
      `wrong: web: refs/heads/main is b, not ${'a'.repeat(40)}`,
    ],
    [
      'another default branch',
      { ...whole, defaultBranch: null },
      'wrong: web: the default branch is null, not main',
    ],
    [
      'an old description of the repository',
      { ...whole, description: ['zq8x'] },
      'wrong: web: its description has zq8x, not zq9x',
    ],
    ['another state', withPull({ state: 'closed' }), 'wrong: web#1 is closed, not open'],
    [
      'another commit',
      withPull({ head: 'b' }),
      `wrong: web#1: its commit is b, not ${'a'.repeat(40)}`,
    ],
    ['another target', withPull({ base: 'other' }), 'wrong: web#1 goes to other, not to main'],
    ['an old title', withPull({ title: 'Old' }), 'wrong: web#1 is called Old, not Change zq1x'],
    [
      'a text that lacks what is new',
      withPull({ description: [] }),
      'wrong: web#1: its description lacks zq2x',
    ],
    [
      'a text that is not there any more',
      withPull({ tokens: new Set([...pull.tokens, 'zq7x']) }),
      'wrong: web#1: it still has zq7x',
    ],
    [
      'a review that was withdrawn',
      withPull({ reviews: [] }),
      'wrong: web#1: its reviews are [], not [Amara Okafor: approved]',
    ],
    ['a lost task', withPull({ tasks: new Map() }), 'lost: web#1: task zq6x'],
    [
      'a task in another state',
      withPull({ tasks: new Map([['zq6x', true]]) }),
      'wrong: web#1: task zq6x is resolved',
    ],
    ['a lost comment', withPull({ comments: new Map() }), 'lost: web#1: comment 5'],
    ['a doubled comment', withComment({ times: 2 }), 'doubled: web#1: comment 5'],
    [
      'a comment with an old text',
      withComment({ tokens: [] }),
      'wrong: web#1: comment 5 lacks zq5x',
    ],
    [
      'a thread in another state',
      withComment({ isResolved: true }),
      'wrong: web#1: comment 5: its thread is resolved',
    ],
    [
      'a comment that was deleted',
      withPull({
        comments: new Map([
          [5, comment],
          [6, comment],
        ]),
      }),
      'wrong: web#1: comment 6 is not on the source',
    ],
  ])('finds %s', (_, target, expected) => {
    const found = compareForms(whole, target).map(({ kind, what }) => `${kind}: ${what}`);
    expect(found).toEqual([expected]);
  });

  it('leaves a thread alone that is none on the target', () => {
    expect(compareForms(whole, withComment({ isResolved: null }))).toEqual([]);
  });
});
