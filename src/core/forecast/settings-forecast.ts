import type { PlanWithSettings } from '../settings/compare/settings-summary.ts';
import type { RequestCosts } from '../settings/kinds/kind.ts';
import { kinds } from '../settings/kinds/kinds.ts';
import { chosenSettings } from '../settings/plan/planned-settings.ts';
import { creatingTime, hostLimits, writingTime } from './host-limits.ts';

export interface SettingsForecast extends RequestCosts {
  /** Time under GitHub's limits; 0 on a host without limits. */
  readonly milliseconds: number;
}

/**
 * Returns what applying the settings of a plan takes in new repositories: each list is read after its items were
 * written, roles before as well, each ruleset by itself, and each item is one write. Pure.
 */
export function settingsForecast(
  { teams = [], rulesets, repositories }: PlanWithSettings,
  { targetIsLimited = true }: { readonly targetIsLimited?: boolean | undefined } = {},
): SettingsForecast {
  const inOrganization = rulesets === 'organization';
  const all = sumOf([
    // The organization's members and teams; then each team with its members, which we leave.
    ...(teams.length === 0 ? [] : [{ reads: 2, writes: 0, creating: 0 }]),
    ...teams.map(({ members }) => ({ reads: 1, writes: members.length + 2, creating: 0 })),
    ...repositories.flatMap(({ settings }) => {
      if (settings === undefined) return [];
      const wanted = chosenSettings(settings);
      return kinds.flatMap(({ costs }) => costs?.(wanted, { inOrganization }) ?? []);
    }),
  ]);
  return { ...all, milliseconds: targetIsLimited ? timeOf(all) : 0 };
}

function sumOf(costs: readonly RequestCosts[]): RequestCosts {
  return costs.reduce(
    (sum, { reads, writes, creating }) => ({
      reads: sum.reads + reads,
      writes: sum.writes + writes,
      creating: sum.creating + creating,
    }),
    { reads: 0, writes: 0, creating: 0 },
  );
}

function timeOf({ reads, writes, creating }: RequestCosts): number {
  const hour = 3_600_000;
  const requests = reads + writes + creating;
  const beyond = Math.max(0, requests - hostLimits.requestsPerHour);
  return Math.max(
    (beyond / hostLimits.requestsPerHour) * hour,
    writingTime(writes + creating),
    creatingTime(creating),
  );
}
