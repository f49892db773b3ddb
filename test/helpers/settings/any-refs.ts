import fc from 'fast-check';
import type { RefMatcher } from '../../../src/core/ports/records/source-settings.ts';

export const defaultBranch = 'main';

export const branchNames = [
  'main',
  'develop',
  'x/main',
  'release/1',
  'release/1.0/fix',
  'release-2',
  'feature/a',
  'feature/a/b',
  'hotfix-1',
];
const tagNames = ['refs/tags/v1', 'refs/tags/release/1'];
export const allRefs = [...branchNames.map((name) => `refs/heads/${name}`), ...tagNames];

const anyPattern = fc
  .array(
    fc.constantFrom(
      'main',
      'release',
      '1',
      'a',
      '*',
      '**',
      '?',
      '/',
      '-',
      '[',
      '{',
      'heads',
      'tags',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

const model: fc.Arbitrary<RefMatcher> = fc
  .oneof(
    fc.record({
      kind: fc.constant('model' as const),
      branch: fc.constantFrom('production', 'development'),
      name: fc.constantFrom('main', 'develop', null),
      default: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('category' as const),
      category: fc.constantFrom('release', 'feature'),
      prefix: fc.constantFrom('release/', 'release', 'feature/', null),
    }),
  )
  .map((refs) => (refs.kind === 'model' && refs.default ? { ...refs, name: defaultBranch } : refs));

export const cloudRefs: fc.Arbitrary<RefMatcher> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...branchNames)
      .map((pattern) => ({ kind: 'glob' as const, pattern })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('*', '**', 'release/*', 'release**', '*-1', 'feature/*/b', '*/main', 'r*1*')
      .map((pattern) => ({ kind: 'glob' as const, pattern })),
  },
  { weight: 2, arbitrary: model },
  { weight: 1, arbitrary: anyPattern.map((pattern) => ({ kind: 'glob' as const, pattern })) },
);

export const dataCenterRefs: fc.Arbitrary<RefMatcher> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'any' as const }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...branchNames).map((name) => ({ kind: 'branch' as const, name })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        'main',
        '*',
        '**',
        'release/',
        'heads/**/main',
        'tags/',
        '?ain',
        '**/1',
        '*/main',
        'refs/**/fix',
        'release-*',
      )
      .map((pattern) => ({ kind: 'ant' as const, pattern })),
  },
  { weight: 2, arbitrary: model },
  { weight: 1, arbitrary: anyPattern.map((pattern) => ({ kind: 'ant' as const, pattern })) },
);
