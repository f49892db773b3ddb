import { count } from '../../kernel/format/format.ts';
import type { MergeCheck, SourceRules } from '../../ports/records/source-settings.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import { mayOverlap, refsKey } from '../refs/matches-ref.ts';
import { refsText } from '../refs/refs-text.ts';
import { defaultBranchRef, targetRefs } from '../refs/target-refs.ts';
import type { Bypass, PullRequestRule, Rule, Ruleset } from '../target-rules.ts';
import { groupsOf, resolveActors } from './actors.ts';
import { type MappedRule, rulesetText, throughPullRequest } from './branch-rules.ts';
import { becauseOf, type MappingContext, type SettingItem } from './item.ts';

export interface CheckSource extends Pick<SourceRules, 'kind' | 'rules' | 'checks'> {
  /** Build keys seen on recent commits. */
  readonly builds: readonly string[];
}

/** The conditions for merging. Pure. */
export function mapMergeChecks(source: CheckSource, context: MappingContext): MappedRule[] {
  return source.checks.map((check) => mapCheck(check, source, context));
}

/** Describes what a check asks for on the target. */
type Wanted =
  | { readonly none: string }
  | { readonly exact: string }
  | {
      readonly rules: readonly Rule[];
      readonly why: string | null;
      /** In place of the rules, where looser is accepted. */
      readonly looserRules?: readonly Rule[];
      readonly looser?: string;
      readonly isDisabled?: boolean;
    }
  /** Nothing, unless looser is accepted. */
  | { readonly only: readonly Rule[]; readonly none: string; readonly looser: string };

/** Of the setting that a check becomes. */
export function checkId({ id }: Pick<MergeCheck, 'id'>): string {
  return `check:${id}`;
}

function mapCheck(check: MergeCheck, source: CheckSource, context: MappingContext): MappedRule {
  const id = checkId(check);
  const value = check.value === null ? '' : ` ${check.value}`;
  const described = {
    id,
    kind: 'merge-check',
    source: `${check.type}${value} on ${refsText(check.refs)}`,
  } as const;
  const set = (rest: Omit<SettingItem, 'id' | 'kind' | 'source'>, rulesets: Ruleset[] = []) => ({
    item: { ...described, ...rest },
    rulesets,
  });
  const none = (why: string, looser: string | null = null) =>
    set({ target: '', grade: 'none', why, looser });

  const wanted = wantedOf(check, source, context);
  if (!isBinding(check, source)) return none('Bitbucket only warns about it.');
  if ('exact' in wanted) {
    return set({ target: wanted.exact, grade: 'exact', why: 'The same on GitHub.', looser: null });
  }
  const isAccepted = context.accepted.has(id);
  if ('none' in wanted) {
    const offer = 'looser' in wanted ? wanted.looser : null;
    if (!('only' in wanted) || !isAccepted) return none(wanted.none, offer);
    const rulesets = toRulesets(check, wanted.only, []);
    return set(
      { target: rulesetText(rulesets), grade: 'looser', why: wanted.looser, looser: null },
      rulesets,
    );
  }
  const refs = targetRefs(check.refs);
  if (refs.branch.length === 0) return none('It does not apply to any branches.');
  if (isAccepted) return acceptedForm(check, { wanted, source, context, set });
  const isClosed = pushersOf(check, source)?.length === 0;
  const reasons = [wanted.why, isClosed ? null : needsPullRequest, refs.wider];
  const rulesets = toRulesets(check, wanted.rules, [], wanted.isDisabled === true);
  const why = becauseOf(reasons);
  const target = rulesetText(rulesets);
  const looser = becauseOf([wanted.looser ?? null, isClosed ? null : opened(check)]);
  return set(
    why === ''
      ? { target, grade: 'exact', why: 'The same on GitHub.', looser: null }
      : { target, grade: 'stricter', why, looser: looser === '' ? null : looser },
    rulesets,
  );
}

const needsPullRequest = 'On GitHub this means no direct pushes: changes go through pull requests.';

/** Returns what accepting would open, where pushing is not closed anyway. */
function opened({ refs }: MergeCheck): string {
  return isEverything(refs)
    ? 'Only on the default branch; people who can push there still can.'
    : 'People who can push there can still bypass it.';
}

function acceptedForm(
  check: MergeCheck,
  given: {
    wanted: Extract<Wanted, { readonly rules: readonly Rule[]; readonly why: string | null }>;
    source: CheckSource;
    context: MappingContext;
    set: (rest: Omit<SettingItem, 'id' | 'kind' | 'source'>, rulesets: Ruleset[]) => MappedRule;
  },
): MappedRule {
  const { wanted, source, context, set } = given;
  const pushers = resolveActors(pushersOf(check, source) ?? [], context).actors;
  const bypass = pushers.map((actor): Bypass => ({ actor, mode: 'always' }));
  const rules = wanted.looserRules ?? wanted.rules;
  const rulesets = toRulesets(check, rules, bypass, wanted.isDisabled === true).map((ruleset) =>
    isEverything(check.refs) ? { ...ruleset, include: [defaultBranchRef] } : ruleset,
  );
  const why = becauseOf([wanted.looser ?? null, opened(check)]);
  return set({ target: rulesetText(rulesets), grade: 'looser', why, looser: null }, rulesets);
}

function isEverything(refs: MergeCheck['refs']): boolean {
  return refs.kind === 'any' || (refs.kind === 'glob' && /^\*+$/.test(refs.pattern));
}

/** Tells whether Bitbucket refuses the merge, at least for some of the branches. */
function isBinding({ kind, refs }: MergeCheck, source: CheckSource): boolean {
  if (sourceTraits[source.kind].bindsMergeChecks || kind === 'auto-merge') return true;
  return source.checks.some((other) => other.kind === 'enforce' && mayOverlap(other.refs, refs));
}

/** Who may push directly to the same branches; `null` if everybody with write access may. */
function pushersOf({ refs }: MergeCheck, { rules }: CheckSource) {
  const key = refsKey(refs);
  const closed = rules.find(
    ({ prevents, refs: other }) => prevents.includes('push') && refsKey(other) === key,
  );
  return closed?.exceptions ?? null;
}

/** The target of a check that GitHub has as a switch. */
export const autoMerge = 'allow auto-merge';

const mostApprovals = 10;

function wantedOf(check: MergeCheck, source: CheckSource, context: MappingContext): Wanted {
  const { kind, value, names } = check;
  const pullRequest = (changes: Partial<PullRequestRule>): PullRequestRule => ({
    ...throughPullRequest,
    ...changes,
  });
  switch (kind) {
    case 'approvals':
      return approvals(value ?? 0);
    case 'group-approvals':
      return groupApprovals(check, context);
    case 'default-reviewer-approvals':
      return {
        none: 'GitHub can require approvals from a team, not from a list of people.',
        only: [pullRequest({ approvals: Math.min(value ?? 1, mostApprovals) })],
        looser: `${count(value ?? 1, 'approval')} from anyone with write access.`,
      };
    case 'reset-approvals':
      return { rules: [pullRequest({ dismissStale: true })], why: null };
    case 'smart-reset-approvals':
      return {
        rules: [pullRequest({ dismissStale: true })],
        why: 'GitHub dismisses approvals on every push, even if the diff is unchanged.',
      };
    case 'tasks':
    case 'comments':
      return {
        rules: [pullRequest({ resolveThreads: true })],
        why: 'GitHub has no tasks, so all conversations must be resolved instead.',
      };
    case 'builds':
    case 'build-keys':
      return statusChecks(kind === 'build-keys' ? names : source.builds);
    case 'auto-merge':
      return { exact: autoMerge };
    case 'enforce':
      return { exact: 'rulesets without exceptions' };
    default:
      return { none: notCarried[kind] };
  }
}

const notCarried = {
  'all-reviewers-approve': 'GitHub cannot require the approval of every requested reviewer.',
  'no-changes-requested':
    'GitHub has no rule for it; where approvals are required, requested changes by people with write access block a merge.',
  'reset-changes-requested': 'GitHub keeps requested changes until they are dismissed.',
  'commits-behind': 'GitHub can require an up-to-date branch only together with required checks.',
  dependencies: 'GitHub pull requests have no dependencies.',
  unknown: 'migrator does not know this check.',
} as const;

function approvals(wanted: number): Wanted {
  const rule: Rule = { ...throughPullRequest, approvals: Math.min(wanted, mostApprovals) };
  const why = 'GitHub counts only approvals from people with write access.';
  if (wanted <= mostApprovals) return { rules: [rule], why };
  return {
    rules: [rule, { type: 'update' }],
    why: `GitHub can require at most ${mostApprovals} approvals: nobody can merge until you accept the lower number.`,
    looserRules: [rule],
    looser: `${mostApprovals} approvals.`,
  };
}

function groupApprovals({ names, value }: MergeCheck, context: MappingContext): Wanted {
  const teams = names.map((id) => context.teams.get(id));
  // An approval from one group would count for the other.
  const isShared = teams.some((team) => team !== undefined && groupsOf(team, context).length > 1);
  const known = teams.filter((team) => team !== undefined);
  if (known.length < names.length || names.length === 0 || isShared) {
    return { none: 'A group that must approve has no separate team on GitHub.' };
  }
  const reviewers = known.map((team) => ({ team, minimum: value ?? 1 }));
  return {
    rules: [{ ...throughPullRequest, reviewers }],
    why: 'GitHub counts only members with write access (a beta rule).',
  };
}

function statusChecks(contexts: readonly string[]): Wanted {
  if (contexts.length === 0) {
    return { none: 'GitHub requires checks by name, and there was no build to take names from.' };
  }
  return {
    rules: [{ type: 'required_status_checks', contexts, strict: false }],
    why: 'Every listed check must pass; inactive until GitHub has seen them.',
    isDisabled: true,
  };
}

function toRulesets(
  { refs }: MergeCheck,
  rules: readonly Rule[],
  bypass: readonly Bypass[],
  isDisabled = false,
): Ruleset[] {
  const include = targetRefs(refs).branch;
  const enforcement = isDisabled ? 'disabled' : 'active';
  return include.length === 0 ? [] : [{ target: 'branch', include, rules, bypass, enforcement }];
}
