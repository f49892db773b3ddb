import type { Answer } from '../../network/answer.ts';
import { githubError, invalidRequest } from '../rest/answers.ts';
import { checkParameters, type ParameterForm, type Parameters } from '../rest/parameters.ts';
import type { RulesetRule } from './records.ts';

const flag = { kind: 'boolean', required: true } as const;

/** Parameters of each rule; `null`: it has none. */
const forms: Readonly<Record<RulesetRule['type'], ParameterForm | null>> = {
  creation: null,
  deletion: null,
  non_fast_forward: null,
  required_linear_history: null,
  update: { update_allows_fetch_and_merge: flag },
  pull_request: {
    dismiss_stale_reviews_on_push: flag,
    require_code_owner_review: flag,
    require_last_push_approval: flag,
    required_approving_review_count: { kind: 'integer', required: true },
    required_review_thread_resolution: flag,
    allowed_merge_methods: { kind: 'strings' },
    required_reviewers: { kind: 'objects' },
  },
  required_status_checks: {
    required_status_checks: { kind: 'objects', required: true },
    strict_required_status_checks_policy: flag,
    do_not_enforce_on_create: { kind: 'boolean' },
  },
};

/** Rules, each of a kind once. One that the sandbox does not enforce is refused. */
export function readRules(
  value: unknown,
  target: 'branch' | 'tag',
): readonly RulesetRule[] | Answer {
  const rules = value as readonly Parameters[];
  const types = rules.map(({ type }) => type);
  const double = types.find((type, index) => types.indexOf(type) !== index);
  if (double !== undefined) return invalid(`Invalid rule '${String(double)}': duplicate`);
  const refusal = rules.map((rule) => refuse(rule, target)).find((one) => one !== null);
  return refusal ?? (rules as unknown as readonly RulesetRule[]).map(withoutNothing);
}

function refuse({ type, parameters, ...rest }: Parameters, target: string): Answer | null {
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) return invalidRequest(`"${unknown}" is not a permitted key.`);
  if (typeof type !== 'string' || !Object.hasOwn(forms, type)) {
    return invalidRequest(`The sandbox does not know the rule "${String(type)}".`);
  }
  if (type === 'pull_request' && target === 'tag') return invalid(`Invalid rule '${type}': `);
  const form = forms[type as RulesetRule['type']];
  if (parameters === undefined) {
    const isOptional = form === null || type === 'update';
    return isOptional ? null : invalid(`Invalid rule '${type}': Missing parameters`);
  }
  if (form === null) return invalid(`Invalid rule '${type}': Unexpected parameters`);
  return checkParameters(parameters as Parameters, form) ?? refuseValues(parameters as Parameters);
}

function refuseValues(values: Parameters): Answer | null {
  const count = values.required_approving_review_count;
  if (typeof count === 'number' && (count < 0 || count > 10)) {
    return invalidRequest('required_approving_review_count is not between 0 and 10.');
  }
  const methods = (values.allowed_merge_methods ?? ['merge']) as readonly string[];
  if (
    methods.length === 0 ||
    !methods.every((one) => ['merge', 'squash', 'rebase'].includes(one))
  ) {
    return invalidRequest('allowed_merge_methods is not as described.');
  }
  const checks = (values.required_status_checks ?? [{ context: 'x' }]) as readonly Parameters[];
  const hasContexts = checks.every(({ context }) => typeof context === 'string' && context !== '');
  return hasContexts && checks.length > 0
    ? null
    : invalidRequest('A status check needs a context.');
}

function withoutNothing(rule: RulesetRule): RulesetRule {
  return rule.type === 'update' ? { type: 'update', parameters: rule.parameters ?? null } : rule;
}

function invalid(sentence: string): Answer {
  return githubError(422, 'Validation Failed', { errors: [sentence] });
}
