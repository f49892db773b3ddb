import { type Html, html } from '../../../pages/html.ts';
import type { GithubTeam } from '../../accounts/account.ts';
import { rulesetsFor } from '../../rulesets/applicable.ts';
import type { BypassActor, GithubRuleset, RulesetRule } from '../../rulesets/records.ts';
import type { RepositoryPlace } from '../place.ts';
import { factsPanel } from './facts.ts';

/** Each ruleset with its refs, its rules, and who may bypass it. */
export function rulesPanels({ repository }: RepositoryPlace): Html {
  const rulesets = rulesetsFor(repository);
  if (rulesets.length === 0) return factsPanel('Rulesets', []);
  const teams = [...repository.owner.teams.values()];
  return html`${rulesets.map((ruleset) => rulesetPanel(ruleset, teams))}`;
}

function rulesetPanel(ruleset: GithubRuleset, teams: readonly GithubTeam[]): Html {
  const { name, target, enforcement, refs, rules, bypassActors, repositories } = ruleset;
  const owner = repositories === null ? '' : ', of the organization';
  const title = html`Ruleset ${name} <span class="label">${enforcement}${owner}</span>`;
  const excluded = refs.exclude.length === 0 ? '' : `, but not ${refs.exclude.join(', ')}`;
  return factsPanel(title, [
    [target === 'tag' ? 'Tags' : 'Branches', `${refs.include.join(', ')}${excluded}`],
    ...rules.map((rule) => [titles[rule.type], parametersOf(rule)] as const),
    ['Bypassed by', bypassActors.map((actor) => actorText(actor, teams)).join(', ') || 'nobody'],
  ]);
}

function actorText({ id, type, mode }: BypassActor, teams: readonly GithubTeam[]): string {
  const name = teams.find((team) => type === 'Team' && team.id === id)?.name ?? id ?? '';
  return `${type} ${name} (${mode.replaceAll('_', ' ')})`;
}

const titles: Readonly<Record<RulesetRule['type'], string>> = {
  creation: 'Restrict creations',
  deletion: 'Restrict deletions',
  non_fast_forward: 'Block force pushes',
  pull_request: 'Require a pull request',
  required_linear_history: 'Require linear history',
  required_status_checks: 'Require status checks',
  update: 'Restrict updates',
};

/** Values that demand something, each with its name. */
function parametersOf(rule: RulesetRule): string {
  const parameters = 'parameters' in rule ? rule.parameters : null;
  const set = Object.entries(parameters ?? {}).filter(([, value]) => isSet(value));
  if (set.length === 0) return 'on';
  return set.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`).join('; ');
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== 0;
}

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
