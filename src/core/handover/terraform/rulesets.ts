import type { Rule, Ruleset } from '../../ports/records/target-settings.ts';
import type { ExportedRuleset } from './exported.ts';
import type { Block, Expression } from './hcl.ts';
import { attributeOf, type Resource } from './resource.ts';

/** A ruleset of a repository, or of the organization for some repositories. Pure. */
export function rulesetResource(
  { name, id, ruleset, repositories }: ExportedRuleset,
  repository: string | null,
): Resource {
  const hasPeople = ruleset.bypass.some(({ actor }) => actor.kind === 'user');
  const hasReviewers = ruleset.rules.some(
    (rule) => rule.type === 'pull_request' && rule.reviewers.length > 0,
  );
  return {
    kind: repository === null ? 'github_organization_ruleset' : 'github_repository_ruleset',
    named: repository === null ? [name] : [repository, name],
    id: repository === null ? id : `${repository}:${id}`,
    comment: [
      ...(hasPeople
        ? ['The provider cannot set people as bypass actors. GitHub keeps the current ones.']
        : []),
      ...(hasReviewers
        ? ['The provider cannot set required reviewers. GitHub keeps the current ones.']
        : []),
    ],
    attributes: {
      name,
      repository: repository === null ? undefined : repositoryName(repository),
      target: ruleset.target,
      enforcement: ruleset.enforcement,
    },
    blocks: [
      conditions(ruleset, repositories),
      ...ruleset.bypass.flatMap(bypassBlock),
      rulesBlock(ruleset.rules),
    ],
    unmanaged: [...(hasPeople ? ['bypass_actors'] : []), ...(hasReviewers ? ['rules'] : [])],
  };
}

function repositoryName(repository: string): Expression {
  return attributeOf('github_repository', [repository], 'name');
}

function conditions({ include }: Ruleset, repositories: readonly string[]): Block {
  const ids = repositories.map((name) => attributeOf('github_repository', [name], 'repo_id'));
  return {
    type: 'conditions',
    attributes: { repository_id: ids.length === 0 ? undefined : ids },
    blocks: [{ type: 'ref_name', attributes: { include, exclude: [] } }],
  };
}

function bypassBlock({ actor, mode }: Ruleset['bypass'][number]): readonly Block[] {
  if (actor.kind === 'user') return [];
  const actor_id = attributeOf('github_team', [actor.name], 'id');
  return [
    { type: 'bypass_actors', attributes: { actor_id, actor_type: 'Team', bypass_mode: mode } },
  ];
}

function rulesBlock(rules: readonly Rule[]): Block {
  const plain = rules.filter(({ type }) => type !== 'pull_request' && type !== checks);
  return {
    type: 'rules',
    attributes: Object.fromEntries(plain.map(({ type }) => [type, true])),
    blocks: rules.flatMap(ruleBlock),
  };
}

const checks = 'required_status_checks';

function ruleBlock(rule: Rule): readonly Block[] {
  if (rule.type === checks) {
    return [
      {
        type: checks,
        attributes: {
          strict_required_status_checks_policy: rule.strict,
          do_not_enforce_on_create: true,
        },
        blocks: rule.contexts.map((context) => ({
          type: 'required_check',
          attributes: { context },
        })),
      },
    ];
  }
  if (rule.type !== 'pull_request') return [];
  const attributes = {
    required_approving_review_count: rule.approvals,
    dismiss_stale_reviews_on_push: rule.dismissStale,
    required_review_thread_resolution: rule.resolveThreads,
  };
  return [{ type: 'pull_request', attributes }];
}
