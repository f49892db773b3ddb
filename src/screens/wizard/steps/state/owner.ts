import type { OwnerChoice, TargetOwner } from '../../../../core/ports/records/account.ts';
import { presetOf, type TextState } from '../../../../ui/input/text-state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

/** The owners that the token lists, and what GitHub says of another. */
export interface OwnerState {
  readonly owners: readonly OwnerChoice[];
  readonly owner: Task<TargetOwner>;
  /** The name of the task. */
  readonly ownerAsked: string;
}

interface Named extends OwnerState {
  readonly organization: TextState;
}

export type OwnerAction =
  | { readonly type: 'owners'; readonly owners: readonly OwnerChoice[] }
  | { readonly type: 'owner'; readonly asked: string; readonly task: Task<TargetOwner> };

export const noOwners: OwnerState = { owners: [], owner: idle, ownerAsked: '' };

/** Pure. */
export function reduceOwner<State extends Named>(state: State, action: OwnerAction): State {
  if (action.type === 'owner') return { ...state, owner: action.task, ownerAsked: action.asked };
  const { owners } = action;
  const [first] = owners;
  const isEmpty = state.organization.text === '';
  const organization = isEmpty && first !== undefined ? presetOf(first.login) : state.organization;
  // Other credentials may see other organizations.
  return { ...state, ...noOwners, owners, organization };
}

/** The next of the listed owners; after the last comes an empty field, for another. Pure. */
export function turnOwner<State extends Named>(state: State, by: 1 | -1): State {
  const { owners } = state;
  if (owners.length === 0) return state;
  const at = listedAt(state);
  const count = owners.length + 1;
  const to = ((at === -1 ? owners.length : at) + by + count) % count;
  return { ...state, organization: presetOf(owners[to]?.login ?? '') };
}

/** The place of the organization among the listed owners; -1: it is another. Pure. */
export function listedAt({ owners, organization }: Named): number {
  const name = organization.text.trim().toLowerCase();
  return owners.findIndex(({ login }) => login.toLowerCase() === name);
}

/** Returns what GitHub says of the organization; idle where it was not asked. Pure. */
export function ownerCheck(state: Named): Task<TargetOwner> {
  return state.ownerAsked === state.organization.text.trim() ? state.owner : idle;
}

/** Tells whether repositories can go there: it is listed, or GitHub has found it. Pure. */
export function isKnownOwner(state: Named): boolean {
  return listedAt(state) !== -1 || ownerCheck(state).status === 'done';
}
