import type { Act, Undo } from '../../engine/act.ts';
import { idle } from '../../engine/tasks.ts';
import { rowsOf, type Side } from './fields.ts';
import { labelOf } from './labels.ts';
import type { CredentialsState } from './model.ts';
import type { CredentialsAction } from './state.ts';

/** Typed values and choices; a name never holds a value, which may be a secret. */
export const credentialsUndo: Undo<CredentialsState, CredentialsAction> = {
  act(action, before, after) {
    if (isSame(before, after)) return null;
    const act: Act = { name: `${labelOf(before.focus, before.variant)} changed` };
    if (action.type === 'turn') return act;
    return action.type === 'key' || action.type === 'paste' ? { ...act, joins: true } : null;
  },
  restore(now, before) {
    if (isSame(now, before)) return now;
    const { typed, variant, targetKind, way, focus } = before;
    const restored = { ...now, typed, variant, targetKind, way, focus };
    return {
      ...restored,
      ...(differs('source', now, restored) && { source: idle }),
      ...(differs('target', now, restored) && { target: idle }),
    };
  },
};

function isSame(one: CredentialsState, other: CredentialsState): boolean {
  return !differs('source', one, other) && !differs('target', one, other);
}

/** Tells whether a side would have to be checked again. */
function differs(side: Side, one: CredentialsState, other: CredentialsState): boolean {
  const shape =
    side === 'source'
      ? one.variant !== other.variant
      : one.targetKind !== other.targetKind || one.way !== other.way;
  const textOf = ({ typed }: CredentialsState, name: keyof CredentialsState['typed']) =>
    typed[name]?.text ?? '';
  return (
    shape ||
    [...rowsOf(one), ...rowsOf(other)].some(
      (row) =>
        row.kind === 'field' &&
        row.side === side &&
        textOf(one, row.name) !== textOf(other, row.name),
    )
  );
}
