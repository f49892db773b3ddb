import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalizeRepositoryName,
  resolveTargetNames,
} from '../../../../../src/core/hosts/github/names/repository-name.ts';
import { anyCharacter } from '../../../../helpers/arbitraries/any-character.ts';

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 130 }),
  fc.string({ maxLength: 130 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '.git',
    '.wiki',
    'a.git',
    'A.GIT',
    'x.wiki',
    'é',
    '日本',
    `${'a'.repeat(99)}.git`,
  ),
  fc.constantFrom('app', 'App', 'APP', 'app-2', 'app-3', 'my app', 'my  app', 'my-app'),
);

describe('normalizeRepositoryName', () => {
  it.each([
    ['web-app', 'web-app'],
    ['My Web App', 'My-Web-App'],
    ['a  b', 'a-b'],
    ['café', 'caf-'],
    ['日本語', '-'],
    ['👩‍👩‍👧 family', '-family'],
    ['a/b\\c', 'a-b-c'],
    ['a_b.c', 'a_b.c'],
    ['tool.git', 'tool-git'],
    ['docs.Wiki', 'docs-Wiki'],
    ['', 'repository'],
    ['.', 'repository'],
    ['..', 'repository'],
    ['...', '...'],
    ['x'.repeat(120), 'x'.repeat(100)],
  ])('makes %j into %j', (name, expected) => {
    expect(normalizeRepositoryName(name)).toBe(expected);
  });

  it('always gives what GitHub takes as it is, and gives that again', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const result = normalizeRepositoryName(name);
        expect(result).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
        expect(result).not.toMatch(/^\.{1,2}$|\.(git|wiki)$/i);
        expect(normalizeRepositoryName(result)).toBe(result);
      }),
    );
  });
});

describe('resolveTargetNames', () => {
  const targets = (names: readonly string[]): string[] =>
    resolveTargetNames(names).map(({ target }) => target);

  it('numbers what collides, letter case aside', () => {
    expect(targets(['app', 'App', 'APP'])).toEqual(['app', 'App-2', 'APP-3']);
  });

  it('keeps every name that can be kept', () => {
    expect(targets(['my app', 'my-app', 'my  app', 'my-app-2'])).toEqual([
      'my-app-3',
      'my-app',
      'my-app-4',
      'my-app-2',
    ]);
  });

  it('says what was changed, and why', () => {
    expect(resolveTargetNames(['tools', 'To ols.git', 'tools'])).toEqual([
      { source: 'tools', target: 'tools', changes: [] },
      { source: 'To ols.git', target: 'To-ols-git', changes: ['characters', 'suffix'] },
      { source: 'tools', target: 'tools-2', changes: ['collision'] },
    ]);
  });

  it('gives every repository a valid name of its own, always the same', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 40 }), (names) => {
        const resolved = resolveTargetNames(names);
        const unique = new Set(resolved.map(({ target }) => target.toLowerCase()));
        expect(unique.size).toBe(names.length);
        expect(resolved.map(({ source }) => source)).toEqual(names);
        for (const { source, target, changes } of resolved) {
          expect(normalizeRepositoryName(target)).toBe(target);
          expect(changes.length > 0).toBe(target !== source);
        }
        expect(resolveTargetNames(names)).toEqual(resolved);
      }),
    );
  });
});
