import type { Group } from '../../ports/records/source-settings.ts';
import type { RepositorySource } from '../kinds/kind.ts';
import { combineSets, type SettingSet, type TargetSettings } from '../kinds/kinds.ts';
import { mapTeams } from '../mapping/access.ts';
import { groupsOf } from '../mapping/actors.ts';
import type { MappingContext, SettingItem } from '../mapping/item.ts';
import { mapEachSetting } from './map-settings.ts';

/** A setting in a plan: what it becomes, and what it would become if looser were accepted. */
export interface PlannedSetting extends Omit<SettingItem, 'looser'> {
  readonly set: SettingSet;
  readonly looser: {
    readonly target: string;
    readonly why: string;
    readonly set: SettingSet;
  } | null;
  /** People write it into the plan. */
  readonly accept?: 'looser' | undefined;
}

/** A team that a plan creates. */
export interface PlannedTeam {
  readonly name: string;
  /** Ids of the groups that it stands for. */
  readonly groups: readonly string[];
  /** Logins. */
  readonly members: readonly string[];
  /** True if members of one of its groups are unknown. */
  readonly incomplete: boolean;
  /** Names of members whose login is not known. */
  readonly withoutLogin?: readonly string[] | undefined;
  /** Slug of the team above: its members count as members of this one's parent, too. People write it into the plan. */
  readonly parent?: string | undefined;
  /** Others who are in the team on the target may get what it gets. People write it into the plan. */
  readonly accept?: 'looser' | undefined;
}

/** The settings of a repository as a plan holds them. Nothing in it is looser; `looser` is only an offer. Pure. */
export function planSettings(
  source: RepositorySource,
  context: Omit<MappingContext, 'accepted'>,
): readonly PlannedSetting[] {
  const strict = mapEachSetting(source, { ...context, accepted: new Set() });
  const offered = new Set(strict.flatMap(({ item }) => (item.looser === null ? [] : [item.id])));
  const loose = new Map(
    mapEachSetting(source, { ...context, accepted: offered }).map((one) => [one.item.id, one]),
  );
  return strict.map(({ item, set }) => {
    const other = offered.has(item.id) ? loose.get(item.id) : undefined;
    const looser =
      other === undefined
        ? null
        : { target: other.item.target, why: other.item.why, set: other.set };
    return { ...item, set, looser };
  });
}

/** Returns what a plan sets on the target, with what people accepted in it. Pure. */
export function chosenSettings(planned: readonly PlannedSetting[]): TargetSettings {
  return combineSets(
    planned.map(({ set, looser, accept }) =>
      accept === 'looser' && looser !== null ? looser.set : set,
    ),
  );
}

/** The teams for groups that settings name. Pure. */
export function planTeams(
  groups: readonly Group[],
  context: Omit<MappingContext, 'accepted'>,
): readonly PlannedTeam[] {
  return mapTeams(groups, { ...context, accepted: new Set() }).map(({ name, members }) => {
    const ids = groupsOf(name, context);
    const own = groups.filter(({ id }) => ids.includes(id));
    const unknown = own
      .flatMap((group) => group.members ?? [])
      .filter(({ id }) => !context.logins.has(id));
    const withoutLogin = [...new Map(unknown.map((one) => [one.id, one.name])).values()];
    const incomplete = unknown.length > 0 || own.some((group) => group.members === null);
    const team = { name, groups: own.map(({ id }) => id), members, incomplete };
    return withoutLogin.length === 0 ? team : { ...team, withoutLogin };
  });
}
