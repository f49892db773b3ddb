import type { PullRequestRule, Rule, Ruleset } from '../target-rules.ts';

/**
 * As few rulesets as say the same (a repository takes 75): first the rules for the same refs and actors together, then the
 * refs of equal rules.
 */
export function combineRulesets(rulesets: readonly Ruleset[]): Ruleset[] {
  const byRefs = merged(
    rulesets,
    ({ include }) => key([...include].sort()),
    (same, first) => ({ ...first, rules: combineRules(same.flatMap(({ rules }) => rules)) }),
  );
  return merged(
    byRefs,
    ({ rules }) => key(rules),
    (same, first) => ({ ...first, include: distinct(same.flatMap(({ include }) => include)) }),
  );
}

/** Joins rulesets of equal actors, target and enforcement that are alike in a further way. */
function merged(
  rulesets: readonly Ruleset[],
  alike: (ruleset: Ruleset) => string,
  join: (same: readonly Ruleset[], first: Ruleset) => Ruleset,
): Ruleset[] {
  const groups = Map.groupBy(rulesets, (ruleset) => {
    const bypass = ruleset.bypass.map(({ actor, mode }) => [actor.kind, actor.name, mode]).sort();
    return key([ruleset.target, ruleset.enforcement, bypass, alike(ruleset)]);
  });
  return [...groups.values()].flatMap((same) => (same[0] === undefined ? [] : join(same, same[0])));
}

const key = (value: unknown): string => JSON.stringify(value);

function distinct<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)];
}

/** Each type once, in a fixed order, with the strictest of its conditions: GitHub would add them up, too. */
function combineRules(rules: readonly Rule[]): readonly Rule[] {
  const byType = Map.groupBy(rules, ({ type }) => type);
  return [...byType.values()]
    .flatMap((same) => (same[0] === undefined ? [] : same.reduce(stricter)))
    .sort((one, other) => one.type.localeCompare(other.type));
}

function stricter(one: Rule, other: Rule): Rule {
  if (one.type === 'pull_request' && other.type === 'pull_request') return bothOf(one, other);
  if (one.type === 'required_status_checks' && other.type === 'required_status_checks') {
    return {
      ...one,
      contexts: distinct([...one.contexts, ...other.contexts]),
      strict: one.strict || other.strict,
    };
  }
  return one;
}

function bothOf(one: PullRequestRule, other: PullRequestRule): PullRequestRule {
  const minimums = new Map<string, number>();
  for (const { team, minimum } of [...one.reviewers, ...other.reviewers]) {
    minimums.set(team, Math.max(minimum, minimums.get(team) ?? 0));
  }
  return {
    type: 'pull_request',
    approvals: Math.max(one.approvals, other.approvals),
    dismissStale: one.dismissStale || other.dismissStale,
    resolveThreads: one.resolveThreads || other.resolveThreads,
    reviewers: [...minimums].map(([team, minimum]) => ({ team, minimum })),
  };
}
