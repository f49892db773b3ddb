import type { SettingsTarget } from '../../../ports/settings-target.ts';
import type { GitHub } from '../rest/shared.ts';
import { grant, listAccess } from './access.ts';
import { createAutolink, listAutolinks } from './autolinks.ts';
import { listChecks } from './checks.ts';
import { createKey, listKeys } from './deploy-keys.ts';
import { readMerging, updateMerging } from './merging.ts';
import {
  createOrganizationRuleset,
  enforceOrganizationRuleset,
  listOrganizationRulesets,
  oneAfterTheOther,
  readOrganizationRuleset,
} from './organization-rulesets.ts';
import { defineProperty, listProperties, readProperties, setProperty } from './properties.ts';
import {
  createRuleset,
  enforceRuleset,
  listRulesets,
  readRuleset,
  updateRuleset,
} from './rulesets.ts';
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
import { createWebhook, listWebhooks } from './webhooks.ts';

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
    repository: {
      listAccess: (request) => listAccess(github, request),
      grant: (request) => grant(github, request),
      listRulesets: (request) => listRulesets(github, request),
      readRuleset: (request) => readRuleset(github, request),
      createRuleset: (request) => createRuleset(github, request),
      updateRuleset: (request) => updateRuleset(github, request),
      enforceRuleset: (request) => enforceRuleset(github, request),
      listChecks: (request) => listChecks(github, request),
      readMerging: (request) => readMerging(github, request),
      updateMerging: (request) => updateMerging(github, request),
      listAutolinks: (request) => listAutolinks(github, request),
      createAutolink: (request) => createAutolink(github, request),
      listKeys: (request) => listKeys(github, request),
      createKey: (request) => createKey(github, request),
      listWebhooks: (request) => listWebhooks(github, request),
      createWebhook: (request) => createWebhook(github, request),
      readProperties: (request) => readProperties(github, request),
    },
  };
}
