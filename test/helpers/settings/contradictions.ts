import {
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
import type { TargetRules } from '../../../src/core/settings/target-rules.ts';
import { defaultBranch } from './any-refs.ts';
import type { SettingsCase } from './settings-cases.ts';

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
  /** True if more access than on the source was accepted. */
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

/** Tells whether something looser was accepted: access, or a rule or check of a ref. */
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

/** Tells whether a person may write on both hosts, or on neither; the rules decide the rest. */
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
