import { hasCode } from '../../../kernel/errors.ts';
import type { Plan } from '../../../plan/plan-schema.ts';
import type { TargetOwner } from '../../../ports/records/account.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import { type SettingsAhead, settingsAhead } from '../../../report/lines/settings-lines.ts';

/**
 * Returns what a plan's settings become, with the teams and people that the organization lacks: one request per 100 of
 * both. Nothing is asked where a plan names neither.
 */
export async function foreseeSettings(options: {
  plan: Plan;
  target: TargetHost;
  /** `null`: not known, and nothing is asked of it. */
  owner: TargetOwner | null;
  follow: boolean;
  signal: AbortSignal;
}): Promise<SettingsAhead | null> {
  const { plan, target, owner, follow, signal } = options;
  const targetIsLimited = target.limits.pushesPerMinute !== null;
  const ahead = settingsAhead({ ...plan, follow }, { targetIsLimited });
  if (ahead === null || owner?.kind !== 'organization') return ahead;
  const place = { organization: owner.login, signal };
  const port = target.settings.organization;
  const teams = ahead.teams.length === 0 ? [] : await unlessRefused(port.listTeams(place));
  const members = ahead.people.length === 0 ? [] : await unlessRefused(port.listMembers(place));
  const slugs = teams && new Set(teams.map(({ slug }) => slug.toLowerCase()));
  const logins = members && new Set(members.map(({ login }) => login.toLowerCase()));
  return {
    ...ahead,
    newTeams:
      slugs && ahead.teams.map(({ name }) => name).filter((name) => !slugs.has(name.toLowerCase())),
    outside: logins && ahead.people.filter((login) => !logins.has(login.toLowerCase())),
  };
}

/** `null` where the credentials may not list them. */
async function unlessRefused<T>(listed: Promise<T>): Promise<T | null> {
  try {
    return await listed;
  } catch (thrown) {
    if (hasCode(thrown, 'permission', 'refused', 'not-found')) return null;
    throw thrown;
  }
}
