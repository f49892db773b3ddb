import { count } from '../../kernel/format/format.ts';
import type {
  Bypass,
  FoundRuleset,
  PullRequestRule,
  Rule,
  Ruleset,
} from '../../ports/records/target-settings.ts';
import {
  bypassText,
  hasRuleText,
  lacksRuleText,
  refsText,
} from '../../ports/records/target-settings.ts';

/** How what is there differs from what is wanted, in words for people: what else it forbids, and what it lets through. */
export interface RulesetDifference {
  readonly stricter: readonly string[];
  readonly looser: readonly string[];
}

/** Pure. */
export function compareRuleset(
  wanted: Ruleset,
  { ruleset: found, more }: Pick<FoundRuleset, 'ruleset' | 'more'>,
): RulesetDifference {
  const differences = [
    compareRefs(wanted, found),
    compareBypass(wanted.bypass, found.bypass),
    compareRules(wanted.rules, found.rules),
    compareEnforcement(wanted, found),
    more,
  ];
  return {
    stricter: differences.flatMap(({ stricter }) => stricter),
    looser: differences.flatMap(({ looser }) => looser),
  };
}

/** Equal rulesets have equal texts, whatever order a host keeps them in. Pure. */
export function normalForm(ruleset: Ruleset): string {
  const rules = ruleset.rules.map((rule) => JSON.stringify(sorted(rule))).sort();
  const bypass = ruleset.bypass.map(bypassKey).sort();
  return JSON.stringify([ruleset.target, [...ruleset.include].sort(), rules, bypass]);
}

function sorted(rule: Rule): unknown {
  if (rule.type === 'required_status_checks') {
    return [rule.type, [...rule.contexts].sort(), rule.strict];
  }
  if (rule.type !== 'pull_request') return [rule.type];
  const reviewers = rule.reviewers.map(({ team, minimum }) => `${team} ${minimum}`).sort();
  return [rule.type, rule.approvals, rule.dismissStale, rule.resolveThreads, reviewers];
}

const targets = { branch: 'branches', tag: 'tags' } as const;

function compareRefs(wanted: Ruleset, found: Ruleset): RulesetDifference {
  if (wanted.target !== found.target) {
    return {
      stricter: [],
      looser: [`applies to ${targets[found.target]}, not ${targets[wanted.target]}`],
    };
  }
  return {
    stricter: without(found.include, wanted.include).map(
      (ref) => `also applies to ${refsText(ref)}`,
    ),
    looser: without(wanted.include, found.include).map(
      (ref) => `does not apply to ${refsText(ref)}`,
    ),
  };
}

function compareBypass(wanted: readonly Bypass[], found: readonly Bypass[]): RulesetDifference {
  const inWords = (all: readonly Bypass[]) => new Map(all.map((one) => [bypassKey(one), one]));
  const [before, now] = [inWords(wanted), inWords(found)];
  const missing = [...before].filter(([key]) => !now.has(key)).map(([, one]) => one);
  const added = [...now].filter(([key]) => !before.has(key)).map(([, one]) => one);
  return {
    stricter: missing.map(({ actor }) => `${actor.kind} ${actor.name} cannot bypass it`),
    looser: added.map(({ actor, mode }) => bypassText(`${actor.kind} ${actor.name}`, mode)),
  };
}

function bypassKey({ actor, mode }: Bypass): string {
  return `${actor.kind} ${actor.name.toLowerCase()} ${mode}`;
}

function compareRules(wanted: readonly Rule[], found: readonly Rule[]): RulesetDifference {
  const stricter: string[] = [];
  const looser: string[] = [];
  for (const rule of wanted) {
    const other = found.find(({ type }) => type === rule.type);
    if (other === undefined) {
      looser.push(lacksRuleText(rule.type));
      continue;
    }
    const difference = compareRule(rule, other);
    stricter.push(...difference.stricter);
    looser.push(...difference.looser);
  }
  const types = wanted.map(({ type }) => type);
  for (const { type } of found) if (!types.includes(type)) stricter.push(hasRuleText(type));
  return { stricter, looser };
}

function compareRule(wanted: Rule, found: Rule): RulesetDifference {
  if (wanted.type === 'pull_request' && found.type === 'pull_request') {
    return comparePullRequestRule(wanted, found);
  }
  if (wanted.type !== 'required_status_checks' || found.type !== 'required_status_checks') {
    return { stricter: [], looser: [] };
  }
  const strict = flag(wanted.strict, found.strict, 'an up-to-date branch');
  return {
    stricter: [
      ...without(found.contexts, wanted.contexts).map((name) => `requires the check ${name}`),
      ...strict.stricter,
    ],
    looser: [
      ...without(wanted.contexts, found.contexts).map(
        (name) => `does not require the check ${name}`,
      ),
      ...strict.looser,
    ],
  };
}

function comparePullRequestRule(
  wanted: PullRequestRule,
  found: PullRequestRule,
): RulesetDifference {
  const approvals = `requires ${count(found.approvals, 'approval')}, not ${wanted.approvals}`;
  const minimum = (rule: PullRequestRule, team: string) =>
    rule.reviewers.find((one) => one.team === team)?.minimum ?? 0;
  const teams = [...new Set([...wanted.reviewers, ...found.reviewers].map(({ team }) => team))];
  const byTeam = teams.map((team) => {
    const [before, now] = [minimum(wanted, team), minimum(found, team)];
    return {
      text: `requires ${count(now, 'approval')} from team ${team}, not ${before}`,
      more: now - before,
    };
  });
  const flags = [
    flag(wanted.dismissStale, found.dismissStale, 'new approvals after a push'),
    flag(wanted.resolveThreads, found.resolveThreads, 'resolved conversations'),
  ];
  return {
    stricter: [
      ...(found.approvals > wanted.approvals ? [approvals] : []),
      ...byTeam.filter(({ more }) => more > 0).map(({ text }) => text),
      ...flags.flatMap(({ stricter }) => stricter),
    ],
    looser: [
      ...(found.approvals < wanted.approvals ? [approvals] : []),
      ...byTeam.filter(({ more }) => more < 0).map(({ text }) => text),
      ...flags.flatMap(({ looser }) => looser),
    ],
  };
}

function flag(wanted: boolean, found: boolean, what: string): RulesetDifference {
  return {
    stricter: found && !wanted ? [`requires ${what}`] : [],
    looser: wanted && !found ? [`does not require ${what}`] : [],
  };
}

function compareEnforcement(wanted: Ruleset, found: Ruleset): RulesetDifference {
  // What is evaluated is not enforced either.
  const [isWanted, isActive] = [wanted, found].map(({ enforcement }) => enforcement === 'active');
  if (isWanted === isActive) return { stricter: [], looser: [] };
  if (isActive) return { stricter: ['is active'], looser: [] };
  return {
    stricter: [],
    looser: [found.enforcement === 'evaluate' ? 'is in evaluate mode' : 'is disabled'],
  };
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  return all.filter((one) => !others.includes(one));
}
