import {
  type FoundGrant,
  repositoryRoles,
  type TargetGrant,
} from '../../ports/records/target-settings.ts';

/** Tells whether a grant gives more than there is. Pure. */
export function isRaised(there: FoundGrant | null, { role }: TargetGrant): boolean {
  return there === null || (there.role !== null && rank(there.role) < rank(role));
}

/** Finds what an actor has been given; an invitation counts where there is nothing else. Pure. */
export function findGrant(found: readonly FoundGrant[], { actor }: TargetGrant): FoundGrant | null {
  const name = actor.name.toLowerCase();
  const all = found.filter(
    (one) => one.actor.kind === actor.kind && one.actor.name.toLowerCase() === name,
  );
  return all.find(({ isInvited }) => !isInvited) ?? all[0] ?? null;
}

/** The higher, the more it allows. Pure. */
export function rank(role: TargetGrant['role']): number {
  return repositoryRoles.indexOf(role);
}
