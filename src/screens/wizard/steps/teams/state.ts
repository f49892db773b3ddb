import type { Group } from '../../../../core/ports/records/source-settings.ts';
import {
  type RepositoryRole,
  repositoryRoles,
} from '../../../../core/ports/records/target-settings.ts';
import { teamMapText, teamSlug } from '../../../../core/settings/plan/team-map.ts';
import type { ReadSettings } from '../../../../core/wizard/session/session.ts';
import {
  paste,
  presetOf,
  type TextState,
  textOf,
  typeKey,
} from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

/** Describes what becomes of a group. */
export interface TeamRow {
  readonly group: Group;
  /** Empty: no team. */
  readonly team: TextState;
  /** `null`: what the group has. */
  readonly access: RepositoryRole | null;
}

export interface TeamsState {
  readonly task: Task<ReadSettings>;
  /** Slugs whose settings are read. */
  readonly read: ReadonlySet<string>;
  /** With which groups were filled; empty: none. */
  readonly groupsFile: string;
  readonly progress: { readonly scanned: number; readonly repositories: number } | null;
  readonly rows: readonly TeamRow[];
  /** The row that gets keys. */
  readonly at: number;
}

export type TeamsAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  /** The whole name of the team. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | {
      readonly type: 'task';
      readonly task: Task<ReadSettings>;
      readonly read: ReadonlySet<string>;
      readonly groupsFile: string;
    }
  | { readonly type: 'progress'; readonly scanned: number; readonly repositories: number };

export type TeamsSlice = Slice<'teams', TeamsState, TeamsAction>;

export const initialTeams: TeamsState = {
  task: idle,
  read: new Set(),
  groupsFile: '',
  progress: null,
  rows: [],
  at: 0,
};

/** In the order in which they are turned through. */
export const accessChoices = [null, ...repositoryRoles] as const;

/** Pure. */
export function reduceTeams(state: TeamsState, action: TeamsAction): TeamsState {
  switch (action.type) {
    case 'key':
      return change(state, (row) => ({ ...row, team: typeKey(row.team, action.stroke) }));
    case 'paste':
      return change(state, (row) => ({ ...row, team: paste(row.team, action.text, '') }));
    case 'text':
      return change(state, (row) => ({ ...row, team: textOf(action.text) }));
    case 'move': {
      const last = Math.max(0, state.rows.length - 1);
      return { ...state, at: Math.max(0, Math.min(last, state.at + action.by)) };
    }
    case 'turn':
      return change(state, (row) => ({ ...row, access: next(row.access, action.by) }));
    case 'task':
      return withTask(state, action);
    case 'progress':
      return { ...state, progress: action };
  }
}

function change(state: TeamsState, edit: (row: TeamRow) => TeamRow): TeamsState {
  const rows = state.rows.map((row, index) => (index === state.at ? edit(row) : row));
  return { ...state, rows };
}

function next(now: TeamRow['access'], by: 1 | -1): TeamRow['access'] {
  const at = accessChoices.indexOf(now) + by + accessChoices.length;
  return accessChoices[at % accessChoices.length] ?? null;
}

/** Changes a task, and keeps earlier edits. */
function withTask(
  state: TeamsState,
  { task, read, groupsFile }: Extract<TeamsAction, { readonly type: 'task' }>,
): TeamsState {
  if (task.status !== 'done') return { ...state, task, read, groupsFile, progress: null };
  const before = new Map(state.rows.map((row) => [row.group.id, row]));
  const rows = task.value.groups.map((group) => {
    const { team = presetOf(teamSlug(group.name)), access = null } = before.get(group.id) ?? {};
    return { group, team, access };
  });
  return { ...state, task, read, groupsFile, rows, at: 0, progress: null };
}

/** Tells whether a team cannot have this name. Pure. */
export function isUnusable({ team }: TeamRow): boolean {
  return team.text.trim() !== '' && teamSlug(team.text) === '';
}

/** The team map of what differs from the groups' own names; `null` where nothing does. Pure. */
export function teamMapOf({ rows }: Pick<TeamsState, 'rows'>): string | null {
  const isOther = rows.some(
    ({ group, team, access }) => access !== null || teamSlug(team.text) !== teamSlug(group.name),
  );
  if (!isOther) return null;
  return teamMapText(
    rows.map(({ group, team, access }) => ({
      group: group.id,
      team: team.text.trim(),
      access: access ?? '',
    })),
  );
}
