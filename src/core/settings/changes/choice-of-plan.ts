import type { MergeCheck } from '../../ports/records/source-settings.ts';
import type { RepositoryRole } from '../../ports/records/target-settings.ts';
import { lessByMap, moreByMap } from '../mapping/access.ts';
import { checkId } from '../mapping/merge-checks.ts';
import type { PlannedSetting, PlannedTeam } from '../plan/planned-settings.ts';
import type { MappedTeam, TeamMap } from '../plan/team-map.ts';
import { isHigher } from '../target-rules.ts';

interface PlanWithTeams {
  readonly teams?: readonly PlannedTeam[] | undefined;
  readonly repositories: readonly { readonly settings?: readonly PlannedSetting[] | undefined }[];
}

/**
 * Returns what the team map said that a plan was made with. Groups without a team in the plan get none: creating teams
 * is for people to decide. Pure.
 * @param groups ids of all groups that settings name
 */
export function teamMapOfPlan(plan: PlanWithTeams, groups: readonly string[]): TeamMap {
  const access = accessOfTeams(plan);
  const teams = new Map(
    (plan.teams ?? []).flatMap(({ name, groups: ids }) => ids.map((id) => [id, name] as const)),
  );
  return new Map(
    groups.map((id): [string, MappedTeam] => {
      const team = teams.get(id) ?? null;
      const role = team === null ? null : (access.get(team) ?? null);
      return [id.toLowerCase(), { team, access: role, isAccepted: false }];
    }),
  );
}

/** Only what differs from the groups' own stands in a plan; the least where it says several. */
function accessOfTeams({ repositories }: PlanWithTeams): ReadonlyMap<string, RepositoryRole> {
  const asked = new Map<string, RepositoryRole>();
  for (const { why, set, looser } of repositories.flatMap(({ settings = [] }) => settings)) {
    const wanted = looser?.why === moreByMap ? looser.set : why === lessByMap ? set : {};
    for (const { actor, role } of wanted.access ?? []) {
      const before = asked.get(actor.name) ?? role;
      if (actor.kind === 'team') asked.set(actor.name, isHigher(before, role) ? role : before);
    }
  }
  return asked;
}

/**
 * The builds that a plan requires where the source requires a number of them: those of the newest commit are no settings. Pure.
 */
export function buildsOfPlan(
  planned: readonly PlannedSetting[],
  checks: readonly MergeCheck[],
): readonly string[] {
  const counting = new Set(checks.filter(({ kind }) => kind === 'builds').map(checkId));
  const rules = planned
    .filter(({ id }) => counting.has(id))
    .flatMap(({ set, looser }) => [set, looser?.set ?? {}])
    .flatMap(({ rulesets = [] }) => rulesets.flatMap((ruleset) => ruleset.rules));
  const required = rules.flatMap((rule) =>
    rule.type === 'required_status_checks' ? rule.contexts : [],
  );
  return [...new Set(required)];
}
