import {
  type AccessLevel,
  type Actor,
  accessLevels,
  type Grant,
  type Group,
} from '../../ports/records/source-settings.ts';
import {
  isHigher,
  type RepositoryRole,
  type TargetGrant,
  type TargetTeam,
} from '../target-rules.ts';
import { groupsOf, resolveActor } from './actors.ts';
import type { Grade, MappingContext, SettingItem } from './item.ts';

export interface MappedGrant {
  readonly item: SettingItem;
  readonly grant: TargetGrant | null;
}

/** Roles of teams and people on the repository; nobody gets more than on the source. Pure. */
export function mapAccess(access: readonly Grant[], context: MappingContext): MappedGrant[] {
  const byActor = Map.groupBy(access, ({ actor }) => `${actor.kind}:${actor.id}`);
  const levels = new Map([...byActor].map(([key, grants]) => [key, widest(grants)]));
  return [...byActor].flatMap(([key, grants]) => {
    const [first] = grants;
    if (first === undefined) return [];
    const own = grants.filter(({ from }) => from !== 'workspace');
    if (own.length === 0) return [ownerOfAll(first.actor, key)];
    return [mapGrant(first.actor, { key, level: widest(own), levels, context })];
  });
}

/** A grant on each repository would be more for nobody, and less than owners of an organization have. */
function ownerOfAll({ name }: Actor, key: string): MappedGrant {
  const item = {
    id: `access:${key}`,
    kind: 'access',
    source: `workspace owner ${name}`,
    target: '',
    grade: 'none',
    why: 'Not migrated. To keep these rights, make them an owner of the GitHub organization.',
    looser: null,
  } as const;
  return { item, grant: null };
}

function widest(grants: readonly Grant[]): AccessLevel {
  return accessLevels.findLast((level) => grants.some((one) => one.level === level)) ?? 'read';
}

function mapGrant(
  actor: Actor,
  given: {
    key: string;
    level: AccessLevel;
    levels: ReadonlyMap<string, AccessLevel>;
    context: MappingContext;
  },
): MappedGrant {
  const { key, level, levels, context } = given;
  const described = {
    id: `access:${key}`,
    kind: 'access',
    source: `${level} for ${actor.name}`,
    looser: null,
  } as const satisfies Partial<SettingItem>;
  const target = resolveActor(actor, context);
  if (target === null) {
    return {
      item: { ...described, target: '', grade: 'none', why: noActor[actor.kind] },
      grant: null,
    };
  }
  const shared = target.kind === 'team' ? lowest(target.name, levels, context) : level;
  if (shared === null) {
    const why = 'Its team also represents groups without access to this repository.';
    return { item: { ...described, target: '', grade: 'none', why }, grant: null };
  }
  const asked = target.kind === 'team' ? context.teamAccess.get(target.name) : undefined;
  const wants = asked !== undefined && isHigher(asked, equalRole(shared));
  const isAccepted = wants && context.accepted.has(described.id);
  const role = chooseRole(shared, { asked, wants, isAccepted, context });
  const graded = isAccepted
    ? ({ grade: 'looser', why: moreByMap } as const)
    : { ...gradeOf(level, { shared, role }), looser: wants ? moreByMap : null };
  const item = { ...described, ...graded, target: `${role} for ${target.kind} ${target.name}` };
  return { item, grant: { actor: target, role } };
}

/** Why a team map's role is looser. */
export const moreByMap = 'The team map gives its team more access.';
/** Why its role is stricter. */
export const lessByMap = 'The team map gives its team less access.';

function chooseRole(
  shared: AccessLevel,
  given: {
    asked: RepositoryRole | undefined;
    wants: boolean;
    isAccepted: boolean;
    context: MappingContext;
  },
): RepositoryRole {
  const { asked, wants, isAccepted, context } = given;
  return asked === undefined || (wants && !isAccepted) ? roleOf(shared, context) : asked;
}

const noActor: Readonly<Record<Actor['kind'], string>> = {
  user: 'The user map has no GitHub login for this person.',
  group: 'The plan has no team for this group.',
  everyone: 'Set the organization’s base permission, or use internal visibility.',
  'access-key': 'Keys are migrated separately.',
};

/** Returns what all groups of a team may do; `null` if one of them may do nothing. */
function lowest(
  team: string,
  levels: ReadonlyMap<string, AccessLevel>,
  context: MappingContext,
): AccessLevel | null {
  const granted = groupsOf(team, context).map((id) => levels.get(`group:${id}`));
  if (granted.some((level) => level === undefined)) return null;
  return accessLevels.find((level) => granted.includes(level)) ?? null;
}

function roleOf(level: AccessLevel, { adminRole }: MappingContext): RepositoryRole {
  return level === 'admin' ? adminRole : equalRole(level);
}

/** The role that allows the same. */
function equalRole(level: AccessLevel): RepositoryRole {
  if (level === 'admin') return 'admin';
  return level === 'read' ? 'pull' : 'push';
}

function gradeOf(
  level: AccessLevel,
  { shared, role }: { shared: AccessLevel; role: RepositoryRole },
): { grade: Grade; why: string } {
  if (shared !== level) {
    return { grade: 'stricter', why: 'Its team also represents a group with less access.' };
  }
  if (level === 'create') {
    return { grade: 'stricter', why: 'The organization decides who creates repositories.' };
  }
  if (level === 'admin' && role === 'maintain') {
    return { grade: 'stricter', why: 'Administrators become maintainers.' };
  }
  if (isHigher(equalRole(level), role)) {
    return { grade: 'stricter', why: lessByMap };
  }
  return { grade: 'exact', why: 'The same access.' };
}

/** Teams with the members of their groups whose logins are known. */
export function mapTeams(groups: readonly Group[], context: MappingContext): TargetTeam[] {
  const names = [...new Set(groups.flatMap(({ id }) => context.teams.get(id) ?? []))];
  return names.map((name) => {
    const ids = groupsOf(name, context);
    const members = groups
      .filter(({ id }) => ids.includes(id))
      .flatMap((group) => group.members ?? [])
      .flatMap(({ id }) => context.logins.get(id) ?? []);
    return { name, members: [...new Set(members)] };
  });
}
