import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Undo } from '../../engine/act.ts';
import type { TeamsAction, TeamsState } from './state.ts';
import { accessText } from './view.ts';

/** Teams of groups, and their access. */
export const teamsUndo: Undo<TeamsState, TeamsAction> = {
  act(action, before, after) {
    const at = after.rows.findIndex((row, index) => isOther(row, before.rows[index]));
    const row = after.rows[at];
    if (row === undefined) return null;
    const group = safe(row.group.name);
    if (action.type === 'turn')
      return { name: `access for ${group} set to ${accessText(row.access)}` };
    const isTyped = action.type === 'key' || action.type === 'paste' || action.type === 'text';
    return isTyped ? { name: `team of ${group} edited`, joins: true } : null;
  },
  restore(now, before) {
    if (now.task !== before.task) return now;
    const isSame = now.rows.every((row, index) => !isOther(row, before.rows[index]));
    return isSame ? now : { ...now, rows: before.rows };
  },
};

type Row = TeamsState['rows'][number];

function isOther(row: Row, other: Row | undefined): boolean {
  return row.team.text !== other?.team.text || row.access !== other.access;
}
