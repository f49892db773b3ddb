import type { PipelineAction } from '../options/settings.ts';
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
  plan: PlanWithSettings,
  { targetIsLimited = true }: { readonly targetIsLimited?: boolean | undefined } = {},
): SettingsForecast {
  const all = settingsCosts(plan);
  return { ...all, milliseconds: targetIsLimited ? timeOf(all) : 0 };
}

type PlanWithPipelines = Omit<PlanWithSettings, 'repositories'> & {
  readonly repositories: readonly (PlanWithSettings['repositories'][number] & {
    readonly pipelines?:
      | {
          readonly action: PipelineAction;
          readonly environments?: number | undefined;
          readonly reviewers?: readonly string[] | undefined;
        }
      | undefined;
  })[];
};

/**
 * Returns what a plan takes besides migrated pull requests: settings, a pull request for each pipeline file, and the environments
 * that get reviewers for its manual steps. Pure.
 */
export function costsBesides(plan: PlanWithPipelines): RequestCosts {
  const converted = plan.repositories.flatMap(({ pipelines }) =>
    pipelines?.action === 'convert' ? [pipelines] : [],
  );
  return sumOf([
    settingsCosts(plan),
    // Whether Actions are on is read before it.
    { reads: converted.length, writes: 0, creating: converted.length },
    ...converted.map(environmentCosts),
  ]);
}

/** Lists the environments, writes each of them, and then the variable that switches manual steps on. */
function environmentCosts({
  environments = 0,
  reviewers = [],
}: NonNullable<PlanWithPipelines['repositories'][number]['pipelines']>): RequestCosts {
  const has = environments > 0 && reviewers.length > 0;
  return { reads: has ? 1 : 0, writes: has ? environments + 1 : 0, creating: 0 };
}

/** Pure. */
export function writesAny({ writes, creating }: RequestCosts): boolean {
  return writes + creating > 0;
}

function settingsCosts({ teams = [], rulesets, repositories }: PlanWithSettings): RequestCosts {
  const inOrganization = rulesets === 'organization';
  return sumOf([
    // The organization's members and teams; then each team with its members, which we leave.
    ...(teams.length === 0 ? [] : [{ reads: 2, writes: 0, creating: 0 }]),
    ...teams.map(({ members }) => ({ reads: 1, writes: members.length + 2, creating: 0 })),
    ...repositories.flatMap(({ settings }) => {
      if (settings === undefined) return [];
      const wanted = chosenSettings(settings);
      return kinds.flatMap(({ costs }) => costs?.(wanted, { inOrganization }) ?? []);
    }),
  ]);
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
