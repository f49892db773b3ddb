import type { SourceKind } from '../../ports/records/repository.ts';
import type { Group, Member, SourceSettings } from '../../ports/records/source-settings.ts';
import { createUserMap, type UserMap } from '../../users/user-map.ts';
import { teamsIn } from '../kinds/kinds.ts';
import { moreByMap } from '../mapping/access.ts';
import type { MappingContext } from '../mapping/item.ts';
import { namedGroups, namedPeople } from './named-actors.ts';
import {
  type PlannedSetting,
  type PlannedTeam,
  planSettings,
  planTeams,
} from './planned-settings.ts';
import { mappedTeam, type TeamAccess, type TeamMap, teamAccess, teamsOf } from './team-map.ts';

/** Describes what people choose for the settings of a plan. */
export interface SettingsChoice {
  /** Logins of people; `null`: none are known. */
  readonly users: UserMap | null;
  readonly teamMap: TeamMap;
  /** False: rulesets on the target cannot name people. */
  readonly hasUserActors: boolean;
  /** Where Jira is, for keys that were only seen in pull requests. */
  readonly jiraUrl?: string | undefined;
}

/** Settings of repositories as an inventory has them. */
export interface SettingsInventory {
  readonly kind: SourceKind;
  readonly groups: readonly Group[];
  readonly repositories: readonly { readonly source: string; readonly settings: SourceSettings }[];
}

export interface BuiltSettings {
  /** By the slug on the source. */
  readonly settings: ReadonlyMap<string, readonly PlannedSetting[]>;
  readonly teams: readonly PlannedTeam[];
  /** Groups with a team whose members the inventory does not have. */
  readonly withoutMembers: readonly Group[];
  /** People whom settings or groups name, and whose login is not known. */
  readonly withoutLogin: readonly Member[];
  /** Groups of the team map that no setting names. */
  readonly unusedGroups: readonly string[];
}

/**
 * Returns what becomes of the settings of an inventory, with the teams that they need. Nothing is looser than on the
 * source. Pure.
 * @throws `input-file` where rows of the user map fit several people
 */
export function buildSettings(
  { kind, groups: listed, repositories }: SettingsInventory,
  { users, teamMap, hasUserActors, jiraUrl }: SettingsChoice,
): BuiltSettings {
  const all = repositories.map(({ settings }) => settings);
  const known = new Map(listed.map((group) => [group.id, group]));
  const groups = namedGroups(all).map((id) => known.get(id) ?? { id, name: id, members: null });
  const people = namedPeople(all, groups);
  const logins = loginsOf(people, users);
  const teams = teamsOf(groups, teamMap);
  const asked = teamAccess(groups, teamMap);
  const context: Omit<MappingContext, 'accepted'> = {
    logins,
    teams,
    hasUserActors,
    jiraUrl,
    adminRole: 'maintain',
    teamAccess: new Map([...asked].map(([team, { role }]) => [team, role])),
  };
  const settings = repositories.map(({ source, settings: own }) => {
    const planned = planSettings({ kind, settings: own, groups }, context);
    return [source, planned.map((one) => withAccepted(one, asked))] as const;
  });
  return {
    settings: new Map(settings),
    teams: planTeams(groups, context),
    withoutMembers: groups.filter(({ id, members }) => members === null && teams.has(id)),
    withoutLogin: people.filter(({ id }) => !logins.has(id)),
    unusedGroups: unusedGroups(groups, teamMap),
  };
}

/** Returns what a row of the team map accepts once for all repositories. */
function withAccepted(one: PlannedSetting, asked: ReadonlyMap<string, TeamAccess>): PlannedSetting {
  const { looser } = one;
  const isAccepted =
    looser?.why === moreByMap &&
    looser.set.access?.every(({ actor }) => asked.get(actor.name)?.isAccepted === true);
  return isAccepted ? { ...one, accept: 'looser' } : one;
}

/** Logins by the id on the source. */
function loginsOf(people: readonly Member[], map: UserMap | null): ReadonlyMap<string, string> {
  const logins = new Map<string, string>();
  if (map === null) return logins;
  const persons = people.map(({ id, name, account, username, nickname, email }) => ({
    id,
    accountId: account ?? null,
    username: username ?? null,
    nickname: nickname ?? null,
    email: email ?? null,
    displayName: name,
    kind: 'user' as const,
  }));
  const { find } = createUserMap(map.rows, persons, { path: 'of this plan', text: map.text });
  for (const person of persons) {
    const login = find(person);
    if (login !== null) logins.set(person.id, login);
  }
  return logins;
}

function unusedGroups(groups: readonly Group[], map: TeamMap): readonly string[] {
  const used = new Set(groups.map((group) => mappedTeam(group, map)));
  return [...map].filter(([, mapped]) => !used.has(mapped)).map(([name]) => name);
}

/** The teams that settings name. Pure. */
export function teamsNamedBy(
  settings: readonly PlannedSetting[],
  teams: readonly PlannedTeam[],
): readonly PlannedTeam[] {
  const named = new Set(
    settings.flatMap(({ set, looser }) => [set, looser?.set ?? {}].flatMap(teamsIn)),
  );
  return teams.filter(({ name }) => named.has(name));
}
