import type { Inventory } from '../discovery/inventory-schema.ts';
import { MigratorError } from '../kernel/errors.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { SettingsChoice } from '../settings/plan/build-settings.ts';
import { readTeamMap } from '../settings/plan/team-map.ts';
import { readUserMap } from '../users/parse-user-map.ts';
import { hasSettings } from './plan-settings.ts';

/**
 * Reads the files of people and groups that flags name.
 * @throws `usage` where the inventory has no settings that they could be about, `input-file` for what is wrong in them
 */
export async function readSettingsChoice(given: {
  inventory: Inventory;
  teamMap: string | undefined;
  userMap: string | undefined;
  jiraUrl: string | undefined;
  targetIsLimited: boolean;
}): Promise<SettingsChoice> {
  const { inventory, teamMap, userMap, jiraUrl, targetIsLimited } = given;
  // A user map without settings is for migrate, which the plan's hint passes it to.
  const named = { '--team-map': teamMap, '--jira-url': jiraUrl };
  const [unused] = Object.entries(named).find(([, value]) => value !== undefined) ?? [];
  if (unused !== undefined && !hasSettings(inventory)) {
    throw new MigratorError('usage', `${unused} needs an inventory with settings`, {
      hint: 'Run discover with --include-settings, and plan from the inventory that it writes.',
    });
  }
  return {
    users: userMap === undefined ? null : await readUserMap(userMap),
    teamMap: teamMap === undefined ? new Map() : await readTeamMap(teamMap),
    // Enterprise Server, which alone has no limits of its own, takes no people in rulesets up to 3.19.
    hasUserActors: targetIsLimited,
    jiraUrl: jiraUrl === undefined ? undefined : checkedUrl(jiraUrl),
  };
}

/** @throws `usage` */
function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`;
  throw new MigratorError('usage', `--jira-url: ${quoteInput(text)} is not a web URL`, {
    hint: 'For example --jira-url https://acme.atlassian.net',
  });
}
