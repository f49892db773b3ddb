import type { PlanWithSettings } from '../settings/compare/settings-summary.ts';
import { chosenSettings, type PlannedSetting } from '../settings/plan/planned-settings.ts';
import { creatingTime, hostLimits, writingTime } from './host-limits.ts';

/** Requests to the target. */
interface SettingsCosts {
  readonly reads: number;
  /** Besides those that create content. */
  readonly writes: number;
  /** Pull requests. */
  readonly creating: number;
}

export interface SettingsForecast extends SettingsCosts {
  /** Time under GitHub's limits; 0 on a host without limits. */
  readonly milliseconds: number;
}

const none: SettingsCosts = { reads: 0, writes: 0, creating: 0 };

/**
 * Returns what applying the settings of a plan takes in new repositories: each list is read after its items were
 * written, roles before as well, each ruleset by itself, and each item is one write. Pure.
 */
export function settingsForecast(
  { teams = [], rulesets, repositories }: PlanWithSettings,
  { targetIsLimited = true }: { readonly targetIsLimited?: boolean | undefined } = {},
): SettingsForecast {
  const costs = [
    // The organization's members and teams; then each team with its members, which we leave.
    ...(teams.length === 0 ? [] : [{ reads: 2, writes: 0, creating: 0 }]),
    ...teams.map(({ members }) => ({ reads: 1, writes: members.length + 2, creating: 0 })),
    ...repositories.flatMap(({ settings }) =>
      settings === undefined ? [] : [repositoryCosts(settings, rulesets === 'organization')],
    ),
  ];
  const all = costs.reduce(
    (sum, { reads, writes, creating }) => ({
      reads: sum.reads + reads,
      writes: sum.writes + writes,
      creating: sum.creating + creating,
    }),
    none,
  );
  return { ...all, milliseconds: targetIsLimited ? timeOf(all) : 0 };
}

function repositoryCosts(
  settings: readonly PlannedSetting[],
  inOrganization: boolean,
): SettingsCosts {
  const { rulesets, access, flags, autoMerge, owners, webhooks, keys, autolinks, topics } =
    chosenSettings(settings);
  const lists = [autolinks, keys, webhooks].filter((list) => list.length > 0).length;
  const hasMerging = flags !== null || autoMerge;
  const needsChecks = rulesets.some(({ rules }) =>
    rules.some(({ type }) => type === 'required_status_checks'),
  );
  return {
    reads:
      lists +
      // Teams, people and invitations.
      (access.length === 0 ? 0 : 2 * 3) +
      // In the organization: its list, the repository's id, and each as it is before.
      rulesets.length * (inOrganization ? 2 : 1) +
      (inOrganization ? 2 : 0) +
      (needsChecks ? 2 : 0) +
      (hasMerging ? 1 : 0) +
      // The property with the key of the project: what the organization has, and what it is now.
      2,
    writes:
      autolinks.length +
      keys.length +
      webhooks.length +
      access.length +
      rulesets.length +
      (hasMerging ? 1 : 0) +
      (topics.length === 0 ? 0 : 1) +
      1,
    creating: owners.length === 0 ? 0 : 1,
  };
}

function timeOf({ reads, writes, creating }: SettingsCosts): number {
  const hour = 3_600_000;
  const requests = reads + writes + creating;
  const beyond = Math.max(0, requests - hostLimits.requestsPerHour);
  return Math.max(
    (beyond / hostLimits.requestsPerHour) * hour,
    writingTime(writes + creating),
    creatingTime(creating),
  );
}
