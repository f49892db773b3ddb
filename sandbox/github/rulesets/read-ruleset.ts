import type { Answer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { githubError, invalidRequest } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { type ParameterForm, type Parameters, readParameters } from '../rest/parameters.ts';
import { readBypassActors } from './read-bypass.ts';
import { readNames, readRepositoryConditions } from './read-conditions.ts';
import { readRules } from './read-rules.ts';
import type { GithubRuleset } from './records.ts';

export type RulesetContent = Omit<GithubRuleset, 'id' | 'createdAt' | 'updatedAt'>;

/** Where a ruleset is to stand. */
export interface RulesetPlace {
  readonly owner: GithubAccount;
  readonly isOrganization: boolean;
  /** Others that are there already. */
  readonly others: readonly GithubRuleset[];
  /** Ruleset to change; `null` for a new one. */
  readonly before: GithubRuleset | null;
}

const form: ParameterForm = {
  name: { kind: 'string' },
  target: { kind: 'string' },
  enforcement: { kind: 'string' },
  bypass_actors: { kind: 'objects' },
  conditions: { kind: 'object' },
  rules: { kind: 'objects' },
};

const newForm: ParameterForm = {
  ...form,
  name: { kind: 'string', required: true },
  enforcement: { kind: 'string', required: true },
};

/** A ruleset from the body of a request; what is left out stays as it was. */
export async function readRuleset(
  call: Call,
  place: RulesetPlace,
): Promise<RulesetContent | Answer> {
  const { before } = place;
  const read = await readParameters(call.exchange, before === null ? newForm : form);
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const name = (values.name ?? before?.name) as string;
  if (name === '') return invalid("Name can't be blank");
  if (place.others.some((one) => one.name === name)) return invalid('Name must be unique');
  const target = values.target ?? before?.target ?? 'branch';
  if (target === 'push' || target === 'repository') {
    return invalidRequest(`The sandbox does not know rulesets for "${target}".`);
  }
  if (target !== 'branch' && target !== 'tag')
    return invalidRequest(`No target: ${String(target)}`);
  const enforcement = readEnforcement(call, place, values);
  if (typeof enforcement !== 'string') return enforcement;
  const conditions = readConditions(values, { place, target });
  if ('status' in conditions) return conditions;
  const bypassActors =
    values.bypass_actors === undefined
      ? (before?.bypassActors ?? [])
      : readBypassActors(call, place.owner, { values, target });
  if ('status' in bypassActors) return bypassActors;
  const rules =
    values.rules === undefined ? (before?.rules ?? []) : readRules(values.rules, target);
  if ('status' in rules) return rules;
  return { name, target, enforcement, bypassActors, ...conditions, rules };
}

/** Trying a ruleset out without its effect is for enterprises; a server of one's own belongs to one. */
function readEnforcement(
  { enterprise }: Call,
  { owner, before }: RulesetPlace,
  values: Parameters,
): GithubRuleset['enforcement'] | Answer {
  const wanted = values.enforcement ?? before?.enforcement;
  if (wanted === 'active' || wanted === 'disabled') return wanted;
  if (wanted !== 'evaluate') return invalidRequest(`No enforcement: ${String(wanted)}`);
  if (enterprise !== null || owner.plan === 'enterprise') return 'evaluate';
  return invalid('Enforcement evaluate option is not supported on this plan');
}

function readConditions(
  values: Parameters,
  { place, target }: { place: RulesetPlace; target: 'branch' | 'tag' },
): Pick<RulesetContent, 'refs' | 'repositories'> | Answer {
  const { before, isOrganization } = place;
  if (values.conditions === undefined && before !== null) {
    return { refs: before.refs, repositories: before.repositories };
  }
  const { ref_name: names, ...rest } = (values.conditions ?? {}) as Parameters;
  const refs = names === undefined ? { include: [], exclude: [] } : readNames(names);
  if (refs === null) return invalidRequest('"ref_name" needs "include" and "exclude".');
  const wrong = [...refs.include, ...refs.exclude].filter((one) => !isTarget(one, target));
  if (wrong.length > 0) {
    return invalid(`Invalid target patterns: ${wrong.map((one) => `'${one}'`).join(', ')}`);
  }
  const repositories = isOrganization ? readRepositoryConditions(rest) : null;
  if (repositories !== null && 'status' in repositories) return repositories;
  const unknown = isOrganization ? undefined : Object.keys(rest)[0];
  if (unknown !== undefined) return invalidRequest(`"${unknown}" is not a permitted key.`);
  return { refs, repositories };
}

/** A pattern without the folder of its kind would fit nothing. */
function isTarget(pattern: string, target: 'branch' | 'tag'): boolean {
  if (pattern === '~ALL') return true;
  if (pattern === '~DEFAULT_BRANCH') return target === 'branch';
  return pattern.startsWith(target === 'branch' ? 'refs/heads/' : 'refs/tags/');
}

/** Errors of rulesets are sentences. */
export function invalid(sentence: string): Answer {
  return githubError(422, 'Validation Failed', { errors: [sentence] });
}
