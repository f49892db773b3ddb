import type { Rule, Ruleset } from '../../../ports/records/target-settings.ts';
import type { ActorIds } from '../../../ports/settings-target.ts';
import type { RouteParameters } from '../rest/routes.ts';

type Body = RouteParameters<'POST /repos/{owner}/{repo}/rulesets'>;
/** Of a rule that organizations have as well. */
type BodyRule = NonNullable<RouteParameters<'POST /orgs/{org}/rulesets'>['rules']>[number];
type RulesetBody = Required<Omit<Body, 'owner' | 'repo' | 'rules'>> & { rules: BodyRule[] };
type BodyActor = NonNullable<Body['bypass_actors']>[number];

/** A ruleset in GitHub's words. An actor without a known id is left out, which is stricter. */
export function rulesetBody(name: string, ruleset: Ruleset, ids: ActorIds): RulesetBody {
  return {
    name,
    target: ruleset.target,
    enforcement: ruleset.enforcement,
    conditions: { ref_name: { include: [...ruleset.include], exclude: [] } },
    rules: ruleset.rules.map((rule) => bodyRule(rule, ids)),
    bypass_actors: ruleset.bypass.flatMap(({ actor, mode }) => bodyActor(actor, { mode, ids })),
  };
}

function bodyActor(
  { kind, name }: Ruleset['bypass'][number]['actor'],
  { mode, ids }: { mode: 'always' | 'pull_request'; ids: ActorIds },
): BodyActor[] {
  const id = kind === 'team' ? ids.teams.get(name) : ids.users.get(name.toLowerCase());
  if (id === undefined) return [];
  return [
    { actor_id: Number(id), actor_type: kind === 'team' ? 'Team' : 'User', bypass_mode: mode },
  ];
}

function bodyRule(rule: Rule, ids: ActorIds): BodyRule {
  switch (rule.type) {
    case 'pull_request':
      return { type: 'pull_request', parameters: pullRequestParameters(rule, ids) };
    case 'required_status_checks':
      return {
        type: 'required_status_checks',
        parameters: {
          required_status_checks: rule.contexts.map((context) => ({ context })),
          strict_required_status_checks_policy: rule.strict,
          // Without it nobody could create a branch: its commit has no checks yet.
          do_not_enforce_on_create: true,
        },
      };
    default:
      return { type: rule.type };
  }
}

function pullRequestParameters(
  rule: Extract<Rule, { type: 'pull_request' }>,
  ids: ActorIds,
): NonNullable<Extract<BodyRule, { type: 'pull_request' }>['parameters']> {
  const reviewers = rule.reviewers.flatMap(({ team, minimum }) => {
    const id = ids.teams.get(team);
    if (id === undefined) return [];
    return [
      {
        // fnmatch as for refs: whether `*` crosses a slash is nowhere said.
        file_patterns: ['*', '**/*'],
        minimum_approvals: minimum,
        reviewer: { id: Number(id), type: 'Team' as const },
      },
    ];
  });
  return {
    required_approving_review_count: rule.approvals,
    dismiss_stale_reviews_on_push: rule.dismissStale,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: rule.resolveThreads,
    ...(reviewers.length === 0 ? {} : { required_reviewers: reviewers }),
  };
}
