import type { RepositorySettings, SettingsTarget } from '../../../ports/settings-target.ts';
import type { MethodOf } from '../../shared/method.ts';
import type { GitHub } from '../rest/shared.ts';
import * as access from './access.ts';
import * as autolinks from './autolinks.ts';
import * as checks from './checks.ts';
import * as deployKeys from './deploy-keys.ts';
import * as merging from './merging.ts';
import {
  createOrganizationRuleset,
  enforceOrganizationRuleset,
  listOrganizationRulesets,
  oneAfterTheOther,
  readOrganizationRuleset,
} from './organization-rulesets.ts';
import * as properties from './properties.ts';
import { defineProperty, listProperties, setProperty } from './properties.ts';
import * as rulesets from './rulesets.ts';
import {
  addTeamMember,
  createTeam,
  findMembership,
  listMembers,
  listTeamMembers,
  listTeamRepositories,
  listTeams,
  removeTeamMember,
} from './teams.ts';
import * as webhooks from './webhooks.ts';

export function createSettingsPort(github: GitHub): SettingsTarget {
  return {
    organization: {
      listTeams: (request) => listTeams(github, request),
      createTeam: (request) => createTeam(github, request),
      listTeamMembers: (request) => listTeamMembers(github, request),
      listTeamRepositories: (request) => listTeamRepositories(github, request),
      findMembership: (request) => findMembership(github, request),
      addTeamMember: (request) => addTeamMember(github, request),
      removeTeamMember: (request) => removeTeamMember(github, request),
      listMembers: (request) => listMembers(github, request),
      listProperties: (request) => listProperties(github, request),
      defineProperty: (request) => defineProperty(github, request),
      setProperty: (request) => setProperty(github, request),
      listRulesets: (request) => listOrganizationRulesets(github, request),
      readRuleset: (request) => readOrganizationRuleset(github, request),
      createRuleset: (request) => createOrganizationRuleset(github, request),
      enforceRuleset: (request) => enforceOrganizationRuleset(github, request),
      ...oneAfterTheOther(github),
    },
    repository: bound<RepositorySettings>(github, {
      ...access,
      ...autolinks,
      ...checks,
      ...deployKeys,
      ...merging,
      ...properties,
      ...rulesets,
      ...webhooks,
    }),
  };
}

/** The methods of a port, by their names. */
function bound<Port extends object>(
  github: GitHub,
  methods: { readonly [Name in keyof Port]: MethodOf<GitHub, Port, Name> },
): Port {
  const all = Object.entries<(github: GitHub, request: never) => unknown>(methods);
  const ofPort = all.map(([name, method]) => [name, (request: never) => method(github, request)]);
  return Object.fromEntries(ofPort) as Port;
}
