import type { GithubAccount } from '../accounts/account.ts';
import type { GithubAddresses } from '../accounts/account-json.ts';
import type { GithubRepository } from '../records.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import type { GithubRuleset, RepositoryConditions, RulesetRule } from './records.ts';

/** The owner of a ruleset. */
export type RulesetSource =
  | { readonly repository: GithubRepository }
  | { readonly organization: GithubAccount };

export function sourceOf(repository: GithubRepository, ruleset: GithubRuleset): RulesetSource {
  return ruleset.repositories === null ? { repository } : { organization: repository.owner };
}

function describe(source: RulesetSource) {
  if ('organization' in source) {
    const { login } = source.organization;
    return { type: 'Organization', name: login, path: `orgs/${login}` };
  }
  const name = fullNameOf(source.repository);
  return { type: 'Repository', name, path: `repos/${name}` };
}

/** The form of lists: neither rules nor who may bypass them. */
export function rulesetJson(
  ruleset: GithubRuleset,
  source: RulesetSource,
  { apiUrl, webUrl }: GithubAddresses,
) {
  const { type, name, path } = describe(source);
  const page = type === 'Repository' ? `${name}/rules` : `organizations/${name}/settings/rules`;
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: ruleset.target,
    source_type: type,
    source: name,
    enforcement: ruleset.enforcement,
    node_id: `RRS_${Buffer.from(String(ruleset.id)).toString('base64url')}`,
    _links: {
      self: { href: `${apiUrl}/${path}/rulesets/${ruleset.id}` },
      html: { href: `${webUrl}/${page}/${ruleset.id}` },
    },
    created_at: new Date(ruleset.createdAt).toISOString(),
    updated_at: new Date(ruleset.updatedAt).toISOString(),
  };
}

/** @param isAdmin whether the caller may change it: only they see who bypasses it */
export function fullRulesetJson(
  ruleset: GithubRuleset,
  source: RulesetSource,
  options: { addresses: GithubAddresses; isAdmin: boolean },
) {
  const actors = ruleset.bypassActors.map(({ id, type, mode }) => ({
    actor_id: id,
    actor_type: type,
    bypass_mode: mode,
  }));
  return {
    ...rulesetJson(ruleset, source, options.addresses),
    conditions: {
      ref_name: ruleset.refs,
      ...(ruleset.repositories === null ? {} : repositoryConditions(ruleset.repositories)),
    },
    rules: ruleset.rules.map(ruleJson),
    ...(options.isAdmin ? { bypass_actors: actors, current_user_can_bypass: 'never' } : {}),
  };
}

export function ruleJson(rule: RulesetRule) {
  const parameters = 'parameters' in rule ? rule.parameters : null;
  return { type: rule.type, ...(parameters === null ? {} : { parameters }) };
}

function repositoryConditions(conditions: RepositoryConditions) {
  if (conditions.kind === 'name') return { repository_name: conditions.names };
  if (conditions.kind === 'id') return { repository_id: { repository_ids: conditions.ids } };
  const json = ({ name, values }: { name: string; values: readonly string[] }) => ({
    name,
    source: 'custom',
    property_values: values,
  });
  return {
    repository_property: {
      include: conditions.include.map(json),
      exclude: conditions.exclude.map(json),
    },
  };
}
