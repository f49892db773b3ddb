import type {
  AccessLevel,
  Actor,
  BranchRule,
  Grant,
  Group,
  MergeCheck,
  SourceRules,
} from '../../ports/records/source-settings.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import { matchesRef } from '../refs/matches-ref.ts';
import type { Attempt, PullRequestState } from './attempt.ts';

/**
 * How Bitbucket Cloud treats a person whom one of two overlapping rules lists. Atlassian says that the "behavior may be
 * surprising": `all`, the strict reading, lets in whom every rule lists; `any` whom one of them lists. Data Center's rules
 * always add up.
 */
export type Overlap = 'all' | 'any';

/**
 * Tells whether Bitbucket lets a person do something to a ref: write access to the repository, an exception from each
 * rule that prevents it and, to merge, the merge checks. Administrators are bound, too. Pure.
 * @param person an id as in pull requests
 */
export function allowsOnSource(
  settings: SourceRules,
  person: string,
  attempt: Attempt,
  overlap: Overlap = 'all',
): boolean {
  const level = levelOf(settings, person);
  if (level === null || level === 'read') return false;
  const rules = settings.rules.filter(
    ({ refs, prevents }) => prevents.includes(attempt.action) && matchesRef(refs, attempt.ref),
  );
  const reading = sourceTraits[settings.kind].addsUpRules ? 'all' : overlap;
  if (!areExcepted(rules, { person, groups: settings.groups, reading })) return false;
  return attempt.action !== 'merge' || meetsChecks(settings, attempt);
}

function areExcepted(
  rules: readonly BranchRule[],
  given: { person: string; groups: readonly Group[]; reading: Overlap },
): boolean {
  const isExcepted = ({ exceptions }: BranchRule): boolean =>
    exceptions.some((actor) => includesPerson(actor, given.person, given.groups));
  if (given.reading === 'all') return rules.every(isExcepted);
  // Rules of one type are alternatives; types add up.
  const byType = Map.groupBy(rules, ({ type }) => type);
  return [...byType.values()].every((alternatives) => alternatives.some(isExcepted));
}

/** Tells whether an actor is this person, or a group that is known to have them. */
export function includesPerson(actor: Actor, person: string, groups: readonly Group[]): boolean {
  if (actor.kind === 'everyone') return true;
  if (actor.kind === 'user') return actor.id === person;
  if (actor.kind !== 'group') return false;
  const group = groups.find(({ id }) => id === actor.id);
  return group?.members?.some(({ id }) => id === person) ?? false;
}

const order: readonly AccessLevel[] = ['read', 'write', 'create', 'admin'];

/** The widest of a person's grants. */
function levelOf(
  { access, groups }: { access: readonly Grant[]; groups: readonly Group[] },
  person: string,
): AccessLevel | null {
  const grants = access.filter(({ actor }) => includesPerson(actor, person, groups));
  return order.findLast((level) => grants.some((grant) => grant.level === level)) ?? null;
}

function meetsChecks({ kind, checks, groups }: SourceRules, { ref, pullRequest }: Attempt) {
  const here = checks.filter(({ refs }) => matchesRef(refs, ref));
  // On Cloud, checks only warn unless they are enforced.
  const isEnforced =
    sourceTraits[kind].bindsMergeChecks || here.some((check) => check.kind === 'enforce');
  return !isEnforced || here.every((check) => isMet(check, pullRequest, groups));
}

/** Checks that look at builds or commits count as met: those are no matter of permission. */
function isMet(
  { kind, value, names }: MergeCheck,
  { author, approvals, reviewers, hasOpenTasks }: PullRequestState,
  groups: readonly Group[],
): boolean {
  const approved = approvals.filter((person) => person !== author);
  switch (kind) {
    case 'approvals':
      return approved.length >= (value ?? 0);
    case 'all-reviewers-approve':
      return reviewers.every((person) => approved.includes(person));
    case 'group-approvals':
      return names.every((id) => {
        const group = { kind: 'group', id, name: id } as const;
        return approved.filter((one) => includesPerson(group, one, groups)).length >= (value ?? 1);
      });
    case 'tasks':
    case 'comments':
      return !hasOpenTasks;
    default:
      return true;
  }
}
