import type {
  Actor,
  BranchRule,
  Group,
  RefAction,
  SourceRules,
} from '../../ports/records/source-settings.ts';
import { mayOverlap, refsKey } from '../refs/matches-ref.ts';
import { refsText } from '../refs/refs-text.ts';
import { type TargetRefs, targetRefs } from '../refs/target-refs.ts';
import type { Bypass, Rule, Ruleset } from '../target-rules.ts';
import { isCovered, resolveActors } from './actors.ts';
import { becauseOf, type Grade, type MappingContext, type SettingItem } from './item.ts';

export interface MappedRule {
  readonly item: SettingItem;
  readonly rulesets: readonly Ruleset[];
}

export type RuleSource = Pick<SourceRules, 'kind' | 'rules' | 'groups'>;

/** The rulesets for who may push, delete, create and merge. None of them allows more than the source did. Pure. */
export function mapBranchRules(source: RuleSource, context: MappingContext): MappedRule[] {
  return source.rules.map((rule) => mapRule(rule, source, context));
}

/** Describes what a rule becomes, before its grade. */
interface Draft {
  readonly bypass: readonly Bypass[];
  /** Reasons for which it is stricter. */
  readonly stricter: readonly (string | null)[];
  readonly looser: string | null;
  /** The looser form was accepted. */
  readonly isLooser: boolean;
  /** The looser form sets nothing. */
  readonly isEmpty: boolean;
}

function mapRule(rule: BranchRule, source: RuleSource, context: MappingContext): MappedRule {
  const refs = targetRefs(rule.refs);
  const id = `rule:${rule.id}`;
  const described = {
    id,
    kind: 'branch-rule',
    source: `${rule.type} on ${refsText(rule.refs)}`,
  } as const;
  const nothing = nothingToSet(rule, refs);
  if (nothing !== null) {
    return { item: { ...described, ...nothing, target: '', looser: null }, rulesets: [] };
  }
  const draft = isMergeRule(rule)
    ? draftOfMerges(rule, source, context)
    : draftOfOther(rule, context);
  const overlap = overlaps(rule, source);
  const stricter = becauseOf([refs.wider, ...draft.stricter, overlap && overlapping]);
  const rulesets = draft.isEmpty ? [] : toRulesets(rule.prevents, refs, draft.bypass);
  const grade: Grade = draft.isLooser ? 'looser' : stricter === '' ? 'exact' : 'stricter';
  const item: SettingItem = {
    ...described,
    target: rulesetText(rulesets),
    grade,
    why: why(grade, stricter, draft.looser),
    looser: draft.isLooser ? null : draft.looser,
  };
  return { item, rulesets };
}

const overlapping =
  'Two rules cover this branch. GitHub applies both, so only people listed in both can push.';

function why(grade: Grade, stricter: string, looser: string | null): string {
  if (grade === 'looser') return looser ?? '';
  return grade === 'exact' ? 'The same people keep the same rights.' : stricter;
}

function nothingToSet(
  { prevents, refs: { kind } }: BranchRule,
  { branch, tag }: TargetRefs,
): Pick<SettingItem, 'grade' | 'why'> | null {
  if (prevents.length === 0) return { grade: 'none', why: 'GitHub has no equivalent rule.' };
  if (branch.length + tag.length > 0) return null;
  return kind === 'model' || kind === 'category'
    ? {
        grade: 'none',
        why: 'The branching model has no such branches, so the rule has no effect.',
      }
    : { grade: 'none', why: 'The pattern matches neither branches nor tags.' };
}

/** Cloud's `restrict_merges`: pushes are another rule's matter. */
function isMergeRule({ prevents }: BranchRule): boolean {
  return prevents.includes('merge') && !prevents.includes('push');
}

function draftOfOther({ exceptions }: BranchRule, context: MappingContext): Draft {
  const { actors, missing } = resolveActors(exceptions, context);
  const bypass = actors.map((actor): Bypass => ({ actor, mode: 'always' }));
  return { bypass, stricter: [missing], looser: null, isLooser: false, isEmpty: false };
}

/**
 * GitHub's rule `update` stops merges and pushes alike: those who are to push need to be exempt from it, and can then merge. So
 * those who may push but not merge lose pushing. That those who may merge do not push is the push rule's matter.
 */
function draftOfMerges(rule: BranchRule, source: RuleSource, context: MappingContext): Draft {
  const pushers = pushersOf(rule, source);
  const isAccepted = context.accepted.has(`rule:${rule.id}`);
  const onlyPush = (pushers ?? []).filter(
    (actor) => !isCovered(actor, rule.exceptions, source.groups),
  );
  const exempt = isAccepted ? [...rule.exceptions, ...onlyPush] : rule.exceptions;
  const { actors, missing } = resolveActors(exempt, context);
  const bypass = actors.map((actor): Bypass => ({ actor, mode: 'always' }));
  if (pushers === null) {
    return {
      bypass,
      stricter: [
        'GitHub cannot restrict merges without restricting pushes: other people can no longer push either.',
        missing,
      ],
      looser: 'Drop the rule: everyone who can push can also merge.',
      isLooser: isAccepted,
      isEmpty: isAccepted,
    };
  }
  const isPartial = onlyPush.length > 0;
  return {
    bypass,
    stricter: [
      isPartial ? 'People who could push but not merge can no longer push.' : null,
      missing,
    ],
    looser: isPartial ? 'Everyone who can push can also merge.' : null,
    isLooser: isAccepted && isPartial,
    isEmpty: false,
  };
}

/** Whom all rules about pushing to the same branches list; `null` without any. */
function pushersOf(rule: BranchRule, { rules, groups }: RuleSource): readonly Actor[] | null {
  const key = refsKey(rule.refs);
  const [first, ...others] = rules.filter(
    ({ prevents, refs }) => prevents.includes('push') && refsKey(refs) === key,
  );
  if (first === undefined) return null;
  return first.exceptions.filter((actor) =>
    others.every(({ exceptions }) => isCovered(actor, exceptions, groups)),
  );
}

/** Tells whether another rule of its type holds for the same refs and lists other people: Bitbucket may let through whom one of them lists. */
function overlaps(rule: BranchRule, { rules, groups }: RuleSource): boolean {
  return rules.some(
    (other) =>
      other !== rule &&
      other.type === rule.type &&
      mayOverlap(other.refs, rule.refs) &&
      !(lists(rule, other, groups) && lists(other, rule, groups)),
  );
}

function lists(rule: BranchRule, other: BranchRule, groups: readonly Group[]): boolean {
  return other.exceptions.every((actor) => isCovered(actor, rule.exceptions, groups));
}

function toRulesets(
  prevents: readonly RefAction[],
  { branch, tag }: TargetRefs,
  bypass: readonly Bypass[],
): readonly Ruleset[] {
  const ofBranches = { target: 'branch', include: branch, rules: branchRules(prevents) } as const;
  const ofTags = { target: 'tag', include: tag, rules: tagRules(prevents) } as const;
  return [ofBranches, ofTags]
    .filter(({ include, rules }) => include.length > 0 && rules.length > 0)
    .map((one) => ({ ...one, bypass, enforcement: 'active' }));
}

/** Rules that any change through a pull request satisfies. */
export const throughPullRequest = {
  type: 'pull_request',
  approvals: 0,
  dismissStale: false,
  resolveThreads: false,
  reviewers: [],
} as const satisfies Rule;

function branchRules(prevents: readonly RefAction[]): readonly Rule[] {
  const has = (action: RefAction) => prevents.includes(action);
  const rules: Rule[] = [];
  // `update` also stops merges of pull requests.
  if (has('merge')) rules.push({ type: 'update' });
  else if (has('push')) rules.push(throughPullRequest);
  if (has('create')) rules.push({ type: 'creation' });
  if (has('delete')) rules.push({ type: 'deletion' });
  if (has('force')) rules.push({ type: 'non_fast_forward' });
  return rules;
}

/** Tags know no pull requests. */
function tagRules(prevents: readonly RefAction[]): readonly Rule[] {
  const has = (action: RefAction) => prevents.includes(action);
  const rules: Rule[] = [];
  if (has('push')) rules.push({ type: 'update' });
  if (has('create')) rules.push({ type: 'creation' });
  if (has('delete')) rules.push({ type: 'deletion' });
  if (has('force')) rules.push({ type: 'non_fast_forward' });
  return rules;
}

/** The rules of rulesets, for people: `update, creation on ~ALL`. */
export function rulesetText(rulesets: readonly Ruleset[]): string {
  return rulesets
    .map(
      ({ rules, include }) =>
        `${rules.map(({ type }) => type).join(', ')} on ${include.join(', ')}`,
    )
    .join('; ');
}
