import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Undo } from '../../engine/act.ts';
import { loginOf, type PeopleAction, type PeopleState } from './state.ts';

/** Logins that are not saved yet. */
export const peopleUndo: Undo<PeopleState, PeopleAction> = {
  act(action, before, after) {
    if (!(['accept', 'accept-all', 'login'] as const).some((one) => one === action.type))
      return null;
    const changed = before.rows.filter((row) => loginOf(before, row) !== loginOf(after, row));
    const [first] = changed;
    if (first === undefined) return null;
    if (changed.length > 1) return { name: `${count(changed.length, 'login')} accepted` };
    const login = safe(loginOf(after, first));
    const name = safe(first.name);
    return { name: login === '' ? `cleared the login of ${name}` : `${name} is ${login}` };
  },
  restore(now, before) {
    // Another file has other lines.
    if (now.task !== before.task || now.edits === before.edits) return now;
    return { ...now, edits: before.edits };
  },
};
