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
  type RefAction,
  type RefMatcher,
  refActions,
  type SourceRules,
} from '../../../src/core/ports/records/source-settings.ts';
import type { Attempt } from '../../../src/core/settings/allows/attempt.ts';
import { allowsOnSource, includesPerson } from '../../../src/core/settings/allows/source-allows.ts';
import { allowsOnTarget } from '../../../src/core/settings/allows/target-allows.ts';
import { mapAccess, mapTeams } from '../../../src/core/settings/mapping/access.ts';
import { mapBranchRules } from '../../../src/core/settings/mapping/branch-rules.ts';
import { combineRulesets } from '../../../src/core/settings/mapping/combine-rulesets.ts';
import type { Grade, MappingContext } from '../../../src/core/settings/mapping/item.ts';
import { mapMergeChecks } from '../../../src/core/settings/mapping/merge-checks.ts';
import { matchesRef } from '../../../src/core/settings/refs/matches-ref.ts';
import { repositoryRoles, type TargetRules } from '../../../src/core/settings/target-rules.ts';

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
const allRefs = [...branchNames.map((name) => `refs/heads/${name}`), ...tagNames];

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

/** How often a case said something (`exact`: about refs that rules are about): a property over nothing proves nothing. */
export interface Seen {
  attempts: number;
  allowed: number;
  exact: number;
  accepted: number;
}

export const nothingSeen = (): Seen => ({ attempts: 0, allowed: 0, exact: 0, accepted: 0 });

/** The case on both hosts. */
interface Mapped {
  readonly given: SettingsCase;
  /** Without checks that are not carried: those are listed, and no matter of permissions. */
  readonly carried: SourceRules;
  readonly target: TargetRules;
  readonly gradeOf: ReadonlyMap<string, Grade>;
  readonly isExact: boolean;
  /** Whether more access than on the source was accepted. */
  readonly hasMoreAccess: boolean;
}

function map(given: SettingsCase): Mapped {
  const { source, context: choices, builds } = given;
  const rules = mapBranchRules(source, choices);
  const checks = mapMergeChecks({ ...source, builds }, choices);
  const access = mapAccess(source.access, choices);
  const gradeOf = new Map([...rules, ...checks].map(({ item }) => [item.id, item.grade]));
  return {
    given,
    gradeOf,
    target: {
      defaultBranch,
      rulesets: combineRulesets([...rules, ...checks].flatMap(({ rulesets }) => rulesets)),
      access: access.flatMap(({ grant }) => grant ?? []),
      teams: mapTeams(source.groups, choices),
    },
    carried: {
      ...source,
      checks: source.checks.filter(
        ({ id, kind }) => kind === 'enforce' || gradeOf.get(`check:${id}`) !== 'none',
      ),
    },
    hasMoreAccess: access.some(({ item }) => item.grade === 'looser'),
    isExact: [...gradeOf.values()].every((grade) => grade === 'exact' || grade === 'none'),
  };
}

/** Whether something looser was accepted: access, or a rule or check of a ref. */
function isAccepted({ given: { source }, gradeOf, hasMoreAccess }: Mapped, ref: string): boolean {
  if (hasMoreAccess) return true;
  const fits = ({ refs }: { readonly refs: RefMatcher }) => matchesRef(refs, ref);
  const ids = [
    ...source.rules.filter(fits).map(({ id }) => `rule:${id}`),
    ...source.checks.filter(fits).map(({ id }) => `check:${id}`),
  ];
  return ids.some((id) => gradeOf.get(id) === 'looser');
}

/**
 * Tries everything as everybody on both hosts.
 * @returns what GitHub allows although Bitbucket did not, and where they differ although all is graded exact
 */
export function contradictions(given: SettingsCase, seen: Seen = nothingSeen()): string[] {
  const mapped = map(given);
  const found: string[] = [];
  for (const ref of given.refs) {
    if (isAccepted(mapped, ref)) {
      seen.accepted += 1;
      continue;
    }
    for (const [person, login] of given.context.logins) {
      found.push(...contradictionsOf(mapped, { ref, person, login, seen }));
    }
  }
  return found;
}

function contradictionsOf(
  mapped: Mapped,
  { ref, person, login, seen }: { ref: string; person: string; login: string; seen: Seen },
): string[] {
  const { carried, target, given } = mapped;
  const isSame = mapped.isExact && sameAccess(carried, target, { person, login });
  const isRuled = carried.rules.some(({ refs }) => matchesRef(refs, ref));
  const found: string[] = [];
  for (const attempt of attempts(ref, given.pullRequests)) {
    const onTarget = allowsOnTarget(target, login, inLogins(attempt, given.context));
    const strict = allowsOnSource(carried, person, attempt, 'all');
    const liberal = allowsOnSource(carried, person, attempt, 'any');
    seen.attempts += 1;
    if (onTarget) seen.allowed += 1;
    if (isSame && isRuled) seen.exact += 1;
    const what = `${person} may ${attempt.action} ${ref}`;
    if (onTarget && !strict) found.push(`${what} on GitHub only`);
    else if (isSame && (!strict || !liberal || !onTarget) && (strict || liberal || onTarget)) {
      found.push(`${what}: not the same, though exact`);
    }
  }
  return found;
}

function* attempts(ref: string, pullRequests: SettingsCase['pullRequests']): Generator<Attempt> {
  const isBranch = ref.startsWith('refs/heads/');
  const [first] = pullRequests;
  for (const action of refActions satisfies readonly RefAction[]) {
    if (action === 'merge' && !isBranch) continue;
    const states = action === 'merge' ? pullRequests : [first];
    for (const state of states) if (state !== undefined) yield { action, ref, pullRequest: state };
  }
}

function inLogins(attempt: Attempt, { logins }: MappingContext): Attempt {
  const { author, approvals, reviewers, hasOpenTasks } = attempt.pullRequest;
  const known = (ids: readonly string[]) => ids.flatMap((id) => logins.get(id) ?? []);
  return {
    ...attempt,
    pullRequest: {
      author: logins.get(author) ?? 'a-ghost',
      approvals: known(approvals),
      reviewers: known(reviewers),
      hasOpenTasks,
    },
  };
}

/** Whether a person may write on both hosts, or on neither; the rules decide the rest. */
function sameAccess(
  source: SourceRules,
  target: TargetRules,
  { person, login }: { person: string; login: string },
): boolean {
  const writes = source.access.some(
    ({ actor: one, level }) => level !== 'read' && includesPerson(one, person, source.groups),
  );
  const attempt: Attempt = {
    action: 'push',
    ref: 'refs/heads/free',
    pullRequest: { author: '', approvals: [], reviewers: [], hasOpenTasks: false },
  };
  return writes === allowsOnTarget({ ...target, rulesets: [] }, login, attempt);
}
