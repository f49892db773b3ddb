import * as z from 'zod';
import type {
  Bypass,
  FoundRuleset,
  PullRequestRule,
  Rule,
  TargetActor,
} from '../../../ports/records/target-settings.ts';
import { bypassText, refsText } from '../../../ports/records/target-settings.ts';
import type { ActorIds } from '../../../ports/settings-target.ts';

const pullRequestSchema = z.object({
  required_approving_review_count: z.number().catch(0),
  dismiss_stale_reviews_on_push: z.boolean().catch(false),
  require_code_owner_review: z.boolean().catch(false),
  require_last_push_approval: z.boolean().catch(false),
  required_review_thread_resolution: z.boolean().catch(false),
  required_reviewers: z
    .array(
      z.object({
        file_patterns: z.array(z.string()).catch([]),
        minimum_approvals: z.number().catch(0),
        reviewer: z.object({ id: z.number() }),
      }),
    )
    .catch([]),
});

const checksSchema = z.object({
  required_status_checks: z.array(z.object({ context: z.string() })).catch([]),
  strict_required_status_checks_policy: z.boolean().catch(false),
});

/** As GitHub sends one by its number. */
export const rulesetSchema = z.object({
  id: z.number(),
  name: z.string(),
  target: z.string().nullish().catch('branch'),
  enforcement: z.string(),
  conditions: z
    .object({
      ref_name: z
        .object({
          include: z.array(z.string()).catch([]),
          exclude: z.array(z.string()).catch([]),
        })
        .optional(),
      repository_id: z
        .object({ repository_ids: z.array(z.number()) })
        .optional()
        .catch(undefined),
    })
    .nullish(),
  rules: z.array(z.object({ type: z.string(), parameters: z.unknown().optional() })).default([]),
  bypass_actors: z
    .array(
      z.object({
        actor_id: z.number().nullish().catch(null),
        actor_type: z.string(),
        bypass_mode: z.string().catch('always'),
      }),
    )
    .default([]),
});

export type RulesetRow = z.infer<typeof rulesetSchema>;

/** A ruleset in the words of a plan, and what of it no plan says. Pure. */
export function toRuleset(row: RulesetRow, ids: ActorIds): FoundRuleset {
  const refs = row.conditions?.ref_name ?? { include: [], exclude: [] };
  const stricter: string[] = [];
  const looser = [
    ...refs.exclude.map((ref) => `does not apply to ${refsText(ref)}`),
    ...(row.rules.some(letsFetch) ? ['forks may be updated from upstream'] : []),
  ];
  const rules = row.rules.flatMap((rule) => {
    const read = toRule(rule, ids, stricter);
    if (read === null) stricter.push(`has the rule ${rule.type.replaceAll('_', ' ')}`);
    return read ?? [];
  });
  const bypass = row.bypass_actors.flatMap((one): Bypass[] => {
    const actor = toActor(one, ids);
    const isKnown = one.bypass_mode === 'always' || one.bypass_mode === 'pull_request';
    if (actor === null || !isKnown) {
      looser.push(bypassText(actorText(one), one.bypass_mode));
      return [];
    }
    return [{ actor, mode: one.bypass_mode as Bypass['mode'] }];
  });
  return {
    id: String(row.id),
    name: row.name,
    ruleset: {
      target: row.target === 'tag' ? 'tag' : 'branch',
      include: refs.include,
      rules,
      bypass,
      enforcement: enforcements.find((one) => one === row.enforcement) ?? 'disabled',
    },
    more: { stricter, looser },
  };
}

/** Says who it is that no plan names. */
function actorText({
  actor_type: type,
  actor_id: id,
}: RulesetRow['bypass_actors'][number]): string {
  if (type === 'OrganizationAdmin') return 'owners of the organization';
  if (type === 'DeployKey') return 'deploy keys';
  const role = type === 'RepositoryRole' ? roles[id ?? 0] : undefined;
  if (role !== undefined) return `people with ${role} access`;
  return type === 'Integration' ? `app ${id}` : `${type} ${id ?? ''}`.trim();
}

/** GitHub's ids of the roles that rulesets can name. */
const roles: Readonly<Record<number, string>> = { 2: 'maintain', 4: 'write', 5: 'admin' };

const enforcements = ['active', 'evaluate', 'disabled'] as const;

const fetchingSchema = z.object({ update_allows_fetch_and_merge: z.literal(true) });

function letsFetch({ type, parameters }: RulesetRow['rules'][number]): boolean {
  return type === 'update' && fetchingSchema.safeParse(parameters).success;
}

function toActor(
  { actor_id: id = null, actor_type: type }: RulesetRow['bypass_actors'][number],
  ids: ActorIds,
): TargetActor | null {
  const known = type === 'Team' ? ids.teams : type === 'User' ? ids.users : null;
  const name = known === null ? undefined : nameOfId(known, id);
  return name === undefined ? null : { kind: type === 'Team' ? 'team' : 'user', name };
}

function nameOfId(ids: ReadonlyMap<string, string>, id: number | null): string | undefined {
  return [...ids].find(([, value]) => value === String(id))?.[0];
}

/** `null`: no plan has it. */
function toRule(
  { type, parameters }: RulesetRow['rules'][number],
  ids: ActorIds,
  stricter: string[],
): Rule | null {
  switch (type) {
    case 'creation':
    case 'update':
    case 'deletion':
    case 'non_fast_forward':
      return { type };
    case 'pull_request':
      return toPullRequestRule(parameters, ids, stricter);
    case 'required_status_checks': {
      const checks = checksSchema.safeParse(parameters ?? {});
      if (!checks.success) return null;
      return {
        type,
        contexts: checks.data.required_status_checks.map(({ context }) => context),
        strict: checks.data.strict_required_status_checks_policy,
      };
    }
    default:
      return null;
  }
}

function toPullRequestRule(
  parameters: unknown,
  ids: ActorIds,
  stricter: string[],
): PullRequestRule | null {
  const parsed = pullRequestSchema.safeParse(parameters ?? {});
  if (!parsed.success) return null;
  const { data } = parsed;
  if (data.require_code_owner_review) stricter.push('code owners must approve');
  if (data.require_last_push_approval) stricter.push('the last push must be approved');
  const reviewers = data.required_reviewers.flatMap((one) => {
    const team = nameOfId(ids.teams, one.reviewer.id);
    const isForAll = one.file_patterns.some((pattern) => pattern === '*' || pattern === '**/*');
    return team === undefined || !isForAll ? [] : [{ team, minimum: one.minimum_approvals }];
  });
  if (reviewers.length < data.required_reviewers.length) stricter.push('additional reviewers');
  return {
    type: 'pull_request',
    approvals: data.required_approving_review_count,
    dismissStale: data.dismiss_stale_reviews_on_push,
    resolveThreads: data.required_review_thread_resolution,
    reviewers,
  };
}
