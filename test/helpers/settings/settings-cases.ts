import fc from 'fast-check';
import {
  restrictedActions as cloudTypes,
  withExceptions,
} from '../../../src/core/hosts/bitbucket-cloud/settings/restriction-kinds.ts';
import { restrictedActions as dataCenterTypes } from '../../../src/core/hosts/bitbucket-data-center/settings/restriction-types.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import {
  type Actor,
  accessLevels,
  type BranchRule,
  type Grant,
  type Group,
  type MergeCheck,
  type MergeCheckKind,
  type RefMatcher,
  type SourceRules,
} from '../../../src/core/ports/records/source-settings.ts';
import type { Attempt } from '../../../src/core/settings/allows/attempt.ts';
import type { MappingContext } from '../../../src/core/settings/mapping/item.ts';
import { repositoryRoles } from '../../../src/core/settings/target-rules.ts';
import { allRefs, cloudRefs, dataCenterRefs } from './any-refs.ts';

/** Random settings of a repository, what people do to its refs, and what the plan accepts. */
export interface SettingsCase {
  readonly source: SourceRules;
  readonly context: MappingContext;
  readonly builds: readonly string[];
  readonly refs: readonly string[];
  readonly pullRequests: readonly Attempt['pullRequest'][];
}

const people = ['ann', 'bob', 'cid', 'dot', 'eve', 'fay'];
const groupIds = ['devs', 'leads', 'ops', 'qa'];

const userActor: fc.Arbitrary<Actor> = fc
  .constantFrom(...people)
  .map((id) => ({ kind: 'user', id, name: id }));
const groupActor: fc.Arbitrary<Actor> = fc
  .constantFrom(...groupIds)
  .map((id) => ({ kind: 'group', id, name: id }));
const actor = fc.oneof(
  { weight: 3, arbitrary: userActor },
  { weight: 3, arbitrary: groupActor },
  { weight: 1, arbitrary: fc.constant<Actor>({ kind: 'access-key', id: '7', name: 'ci' }) },
);

function branchRules(kind: SourceKind, refs: fc.Arbitrary<RefMatcher>): fc.Arbitrary<BranchRule[]> {
  const types = kind === 'bitbucket-cloud' ? cloudTypes : dataCenterTypes;
  const rule = fc
    .record({
      type: fc.constantFrom(...Object.keys(types)),
      refs,
      exceptions: fc.array(actor, { maxLength: 3 }),
    })
    .map(({ type, refs: matcher, exceptions }) => ({
      type,
      refs: matcher,
      level: 'repository' as const,
      prevents: types[type] ?? [],
      exceptions: kind === 'bitbucket-cloud' && !withExceptions.has(type) ? [] : exceptions,
    }));
  return fc
    .array(rule, { maxLength: 5 })
    .map((rules) => rules.map((one, index) => ({ ...one, id: String(index) })));
}

const cloudChecks: readonly MergeCheckKind[] = [
  'approvals',
  'group-approvals',
  'tasks',
  'reset-approvals',
  'default-reviewer-approvals',
  'enforce',
  'builds',
];
const dataCenterChecks: readonly MergeCheckKind[] = [
  'approvals',
  'tasks',
  'all-reviewers-approve',
  'build-keys',
];

function mergeChecks(kind: SourceKind, refs: fc.Arbitrary<RefMatcher>): fc.Arbitrary<MergeCheck[]> {
  const isCloud = kind === 'bitbucket-cloud';
  const check = fc.record({
    level: fc.constant('repository' as const),
    kind: fc.constantFrom(...(isCloud ? cloudChecks : dataCenterChecks)),
    refs: isCloud ? refs : fc.constant<RefMatcher>({ kind: 'any' }),
    value: fc.constantFrom(1, 1, 2, 3, 12),
    names: fc.uniqueArray(fc.constantFrom(...groupIds), { maxLength: 2 }),
  });
  return fc
    .array(check, { maxLength: 3 })
    .map((checks) => checks.map((one, index) => ({ ...one, id: String(index), type: one.kind })));
}

const grants: fc.Arbitrary<Grant[]> = fc.array(
  fc.record({
    actor: fc.oneof(userActor, groupActor),
    level: fc.constantFrom(...accessLevels, 'write' as const),
    from: fc.constantFrom('repository' as const, 'project' as const),
  }),
  { minLength: 1, maxLength: 6 },
);

const member = fc.constantFrom(...people).map((id) => ({ id, name: id }));
const groups: fc.Arbitrary<Group[]> = fc.tuple(
  ...groupIds.map((id) =>
    fc
      .option(fc.uniqueArray(member, { maxLength: 4, selector: (one) => one.id }), { freq: 9 })
      .map((members): Group => ({ id, name: id, members })),
  ),
);

const context = fc.record({
  logins: fc
    .subarray(people, { minLength: 3 })
    .map((known) => new Map(known.map((id) => [id, `${id}-hub`]))),
  teams: fc.tuple(...groupIds.map((id) => fc.constantFrom(id, id, id, 'shared', null))).map(
    (names) =>
      new Map(
        names.flatMap((name, index) => {
          const id = groupIds[index];
          return name === null || id === undefined ? [] : [[id, name] as const];
        }),
      ),
  ),
  hasUserActors: fc.boolean(),
  adminRole: fc.constantFrom('maintain' as const, 'admin' as const),
  teamAccess: fc.oneof(
    { weight: 2, arbitrary: fc.constant(new Map()) },
    {
      weight: 1,
      arbitrary: fc
        .array(
          fc.tuple(fc.constantFrom(...groupIds, 'shared'), fc.constantFrom(...repositoryRoles)),
        )
        .map((asked) => new Map(asked)),
    },
  ),
  accepted: fc.oneof(
    { weight: 2, arbitrary: fc.constant(new Set<string>()) },
    {
      weight: 1,
      arbitrary: fc
        .subarray([
          ...['0', '1', '2', '3', '4'].flatMap((id) => [`rule:${id}`, `check:${id}`]),
          ...groupIds.map((id) => `access:group:${id}`),
        ])
        .map((ids) => new Set(ids)),
    },
  ),
});

const pullRequest = fc.record({
  author: fc.constantFrom(...people),
  approvals: fc.uniqueArray(fc.constantFrom(...people)),
  reviewers: fc.uniqueArray(fc.constantFrom(...people), { maxLength: 2 }),
  hasOpenTasks: fc.boolean(),
});

/** Few refs a case, so that rules meet. */
const matchers = (kind: SourceKind): fc.Arbitrary<RefMatcher[]> =>
  fc.array(kind === 'bitbucket-cloud' ? cloudRefs : dataCenterRefs, { minLength: 1, maxLength: 3 });

export const settingsCase: fc.Arbitrary<SettingsCase> = fc
  .constantFrom<SourceKind>('bitbucket-cloud', 'bitbucket-data-center')
  .chain((kind) => fc.tuple(fc.constant(kind), matchers(kind)))
  .chain(([kind, few]) => {
    const refs = fc.constantFrom(...few);
    return fc.record({
      source: fc.record({
        kind: fc.constant(kind),
        rules: branchRules(kind, refs),
        checks: mergeChecks(kind, refs),
        access: grants,
        groups,
      }),
      context,
      builds: fc.constantFrom<readonly string[]>([], ['ci']),
      refs: fc.subarray(allRefs, { minLength: 2, maxLength: 4 }),
      pullRequests: fc.array(pullRequest, { minLength: 1, maxLength: 2 }),
    });
  });
