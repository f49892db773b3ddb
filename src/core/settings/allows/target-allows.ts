import { fitsInclude } from '../refs/target-refs.ts';
import {
  type PullRequestRule,
  type RepositoryRole,
  type Rule,
  type Ruleset,
  repositoryRoles,
  type TargetActor,
  type TargetRules,
} from '../target-rules.ts';
import type { Attempt } from './attempt.ts';

/**
 * Tells whether GitHub lets somebody do something to a ref: the role `push`, and each rule of all active rulesets that
 * fit is kept or bypassed. Rules add up, and bind administrators, too. Pure.
 * @param login the people of `attempt` are logins here
 */
export function allowsOnTarget(settings: TargetRules, login: string, attempt: Attempt): boolean {
  if (!mayWrite(settings, login)) return false;
  return settings.rulesets
    .filter((ruleset) => applies(ruleset, attempt.ref, settings.defaultBranch))
    .every((ruleset) => {
      const isBroken = ruleset.rules.some((rule) => breaks(rule, attempt, settings));
      return !isBroken || bypasses(ruleset, login, attempt, settings);
    });
}

function mayWrite(settings: TargetRules, login: string): boolean {
  const roles = settings.access
    .filter(({ actor }) => isActor(actor, login, settings))
    .map(({ role }) => role);
  return roles.some((role) => rank(role) >= rank('push'));
}

const rank = (role: RepositoryRole): number => repositoryRoles.indexOf(role);

function isActor({ kind, name }: TargetActor, login: string, { teams }: TargetRules): boolean {
  if (kind === 'user') return name === login;
  return teams.some((team) => team.name === name && team.members.includes(login));
}

function applies(
  { enforcement, target, include }: Ruleset,
  ref: string,
  defaultBranch: string | null,
): boolean {
  const isOfKind = ref.startsWith(target === 'branch' ? 'refs/heads/' : 'refs/tags/');
  return (
    enforcement === 'active' &&
    isOfKind &&
    include.some((pattern) => fitsInclude(pattern, ref, defaultBranch))
  );
}

function bypasses(
  { bypass }: Ruleset,
  login: string,
  { action }: Attempt,
  settings: TargetRules,
): boolean {
  return bypass.some(
    ({ actor, mode }) =>
      (mode === 'always' || action === 'merge') && isActor(actor, login, settings),
  );
}

function breaks(rule: Rule, attempt: Attempt, settings: TargetRules): boolean {
  const { action } = attempt;
  switch (rule.type) {
    case 'creation':
      return action === 'create';
    case 'update':
      return action === 'push' || action === 'force' || action === 'merge';
    case 'deletion':
      return action === 'delete';
    case 'non_fast_forward':
      return action === 'force';
    case 'pull_request':
      if (action === 'merge') return !meetsRule(rule, attempt, settings);
      return action === 'push' || action === 'force';
    case 'required_status_checks':
      // Without a status, neither a push nor a merge nor a new branch passes.
      return action !== 'delete';
  }
}

/** Only approvals of people with write access count. */
function meetsRule(
  rule: PullRequestRule,
  { pullRequest: { author, approvals, hasOpenTasks } }: Attempt,
  settings: TargetRules,
): boolean {
  const counted = approvals.filter((login) => login !== author && mayWrite(settings, login));
  if (counted.length < rule.approvals) return false;
  if (rule.resolveThreads && hasOpenTasks) return false;
  return rule.reviewers.every(({ team, minimum }) => {
    const actor = { kind: 'team', name: team } as const;
    return counted.filter((login) => isActor(actor, login, settings)).length >= minimum;
  });
}
