import type { RefAction, RefRefusal } from '../../git/ref-rules.ts';
import { fitsPattern } from './patterns.ts';
import { bypassRoles } from './read-bypass.ts';
import type { BypassActor, GithubRuleset, RulesetRule } from './records.ts';

/** Who acts, as rulesets see people. */
export interface Actor {
  readonly userId: number;
  /** True if the account owns the organization. */
  readonly isOwner: boolean;
  readonly role: 'read' | 'triage' | 'write' | 'maintain' | 'admin' | null;
  /** With the teams above. */
  readonly teamIds: readonly number[];
}

export interface RulesetQuestion {
  /** All that are for the repository. */
  readonly rulesets: readonly GithubRuleset[];
  readonly actor: Actor;
  readonly action: RefAction;
  readonly defaultBranch: string;
}

/**
 * Returns what stands against an action by the rulesets in force. Rules add up: each ruleset refuses by itself, unless
 * the actor bypasses that one. What a pull request has to have before its merge is asked elsewhere (mergeRules).
 */
export function judgeByRulesets(question: RulesetQuestion): readonly RefRefusal[] {
  const { action } = question;
  const refusals = inForce(question).flatMap(({ rules }) =>
    rules.flatMap((rule) => refusalsOf(rule, action)),
  );
  const told = new Set<string>();
  return refusals.filter(({ when, sentence }) => {
    const isNew = !told.has(`${when} ${sentence}`);
    told.add(`${when} ${sentence}`);
    return isNew;
  });
}

/** The rulesets that hold for this action and this actor. */
export function inForce(question: RulesetQuestion): readonly GithubRuleset[] {
  const { rulesets, actor, action, defaultBranch } = question;
  const { ref } = action;
  const target = ref.startsWith('refs/heads/') ? 'branch' : 'tag';
  const fits = (pattern: string) => fitsPattern(pattern, { ref, defaultBranch });
  return rulesets.filter(
    (ruleset) =>
      ruleset.enforcement === 'active' &&
      ruleset.target === target &&
      ruleset.refs.include.some(fits) &&
      !ruleset.refs.exclude.some(fits) &&
      !ruleset.bypassActors.some((one) => bypasses(one, actor, action)),
  );
}

function bypasses({ id, type, mode }: BypassActor, actor: Actor, { kind }: RefAction): boolean {
  if (mode === 'pull_request' && kind !== 'merge') return false;
  switch (type) {
    case 'OrganizationAdmin':
      return actor.isOwner;
    case 'Team':
      return id !== null && actor.teamIds.includes(id);
    case 'User':
      return id === actor.userId;
    case 'RepositoryRole':
      return id !== null && actor.role !== null && isAtLeast(actor.role, bypassRoles[id]);
    default:
      return false;
  }
}

const order = ['read', 'triage', 'write', 'maintain', 'admin'] as const;

function isAtLeast(role: (typeof order)[number], wanted: (typeof order)[number] | undefined) {
  return wanted !== undefined && order.indexOf(role) >= order.indexOf(wanted);
}

function refusalsOf(rule: RulesetRule, { kind }: RefAction): readonly RefRefusal[] {
  const always = (sentence: string) => [{ when: 'always', sentence }] as const;
  const isPush = kind === 'create' || kind === 'update';
  switch (rule.type) {
    case 'creation':
      return kind === 'create'
        ? always('- Cannot create ref due to creations being restricted.')
        : [];
    case 'deletion':
      return kind === 'delete' ? always('- Cannot delete this protected ref.') : [];
    case 'update':
      return kind === 'update' || kind === 'merge'
        ? always('- Cannot update this protected ref.')
        : [];
    case 'non_fast_forward':
      return kind === 'update'
        ? [{ when: 'rewrites', sentence: '- Cannot force-push to this branch' }]
        : [];
    case 'required_linear_history':
      return isPush
        ? [{ when: 'brings-merges', sentence: '- This branch must not contain merge commits.' }]
        : [];
    case 'pull_request':
      return kind === 'update' ? always('- Changes must be made through a pull request.') : [];
    case 'required_status_checks':
      return refusedByChecks(rule.parameters, kind) ? always(expected(rule.parameters)) : [];
  }
}

type Checks = Extract<RulesetRule, { type: 'required_status_checks' }>['parameters'];

/** A new commit that is pushed has no checks yet, which stops new branches, too, unless that is switched off. */
function refusedByChecks({ do_not_enforce_on_create: open = false }: Checks, kind: string) {
  return kind === 'update' || (kind === 'create' && !open);
}

function expected({ required_status_checks: checks }: Checks): string {
  const [first] = checks;
  return checks.length === 1
    ? `- Required status check "${first?.context ?? ''}" is expected.`
    : `- ${checks.length} of ${checks.length} required status checks are expected.`;
}
