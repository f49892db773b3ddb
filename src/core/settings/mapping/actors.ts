import { count } from '../../kernel/format/format.ts';
import type { Actor, Group } from '../../ports/records/source-settings.ts';
import type { TargetActor } from '../target-rules.ts';
import type { MappingContext } from './item.ts';

export interface ResolvedActors {
  readonly actors: readonly TargetActor[];
  /** Why some are missing; `null` if none is. */
  readonly missing: string | null;
}

/**
 * The people and teams on the target that may stand for actors of the source. A team that also stands for a group outside of
 * them does not: its members would gain something.
 */
export function resolveActors(actors: readonly Actor[], context: MappingContext): ResolvedActors {
  const ids = new Set(actors.filter(({ kind }) => kind === 'group').map(({ id }) => id));
  const found: TargetActor[] = [];
  let missing = 0;
  for (const actor of actors) {
    const resolved = resolveActor(actor, context);
    const isAllowed =
      resolved !== null &&
      (resolved.kind === 'user'
        ? context.hasUserActors
        : groupsOf(resolved.name, context).every((id) => ids.has(id)));
    if (isAllowed) found.push(resolved);
    else missing += 1;
  }
  return {
    actors: distinctActors(found),
    missing:
      missing === 0
        ? null
        : `${count(missing, 'exception', 'exceptions')} without a user or team on GitHub.`,
  };
}

/** `null` for keys, for everyone, and for whom no login or team is known. */
export function resolveActor(actor: Actor, { logins, teams }: MappingContext): TargetActor | null {
  if (actor.kind === 'user') {
    const name = logins.get(actor.id);
    return name === undefined ? null : { kind: 'user', name };
  }
  const name = actor.kind === 'group' ? teams.get(actor.id) : undefined;
  return name === undefined ? null : { kind: 'team', name };
}

/** Ids of the groups that a team stands for. */
export function groupsOf(team: string, { teams }: Pick<MappingContext, 'teams'>): string[] {
  return [...teams].filter(([, name]) => name === team).map(([id]) => id);
}

/** Tells whether everybody in an actor is among others, as far as groups are known. */
export function isCovered(actor: Actor, by: readonly Actor[], groups: readonly Group[]): boolean {
  if (by.some(({ kind, id }) => kind === actor.kind && id === actor.id)) return true;
  if (actor.kind !== 'user') return false;
  const ids = by.filter(({ kind }) => kind === 'group').map(({ id }) => id);
  return groups.some(
    ({ id, members }) => ids.includes(id) && members?.some((member) => member.id === actor.id),
  );
}

export function distinctActors(actors: readonly TargetActor[]): readonly TargetActor[] {
  return [...new Map(actors.map((actor) => [`${actor.kind} ${actor.name}`, actor])).values()];
}
