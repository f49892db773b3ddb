import {
  acceptable,
  type Candidate,
  type Confidence,
  confidences,
  type Suggestion,
} from '../../../../core/users/suggest/candidates.ts';
import {
  editSheet,
  type RowEdit,
  readSheet,
  type SheetRow,
} from '../../../../core/users/user-sheet.ts';
import type { Suggested } from '../../../../core/verbs/users/suggest/suggest-users.ts';
import { filterBy } from '../../../../ui/input/filter.ts';
import {
  intoList,
  type ListMove,
  type ListState,
  listStart,
  moveInList,
} from '../../../../ui/input/list-state.ts';
import {
  paste,
  presetOf,
  type TextState,
  textOf,
  typeKey,
} from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, resultOf, type Task } from '../../engine/tasks.ts';
import { loginChoices, type TypedLogin, typeLogin } from './login-choices.ts';

/** A user map that is edited. */
export interface PeopleMap {
  readonly text: string;
  readonly path: string;
  /** No file has this path yet. */
  readonly isNew: boolean;
}

export interface PeopleState {
  readonly task: Task<PeopleMap>;
  /** Path in the options when the map was read; empty: none. */
  readonly named: string;
  readonly rows: readonly SheetRow[];
  readonly suggestions: Task<Suggested>;
  /** Logins that are not saved yet, by the line of the row; empty: nobody. */
  readonly edits: ReadonlyMap<number, string>;
  readonly filter: TextState;
  readonly list: ListState;
  /** A login that is typed, or picked from the members of the organization. */
  readonly typing: TypedLogin | null;
  /** Confidence from which on all suggestions are accepted at once. */
  readonly least: Confidence;
  readonly save: Task<string>;
}

export type PeopleAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'map'; readonly task: Task<PeopleMap>; readonly named: string }
  | { readonly type: 'suggestions'; readonly task: Task<Suggested> }
  | { readonly type: 'move'; readonly move: ListMove; readonly height: number }
  | { readonly type: 'clear-filter' }
  /** Of the row at the cursor: its best candidate, then the next. */
  | { readonly type: 'accept' }
  | { readonly type: 'accept-all' }
  | { readonly type: 'least' }
  /** Of the row at the cursor. */
  | { readonly type: 'login'; readonly login: string }
  | { readonly type: 'typing'; readonly on: boolean }
  /** To another of the members that match. */
  | { readonly type: 'pick'; readonly by: 1 | -1 }
  | { readonly type: 'save'; readonly task: Task<string> };

export type PeopleSlice = Slice<'people', PeopleState, PeopleAction>;

export const initialPeople: PeopleState = {
  task: idle,
  named: '',
  rows: [],
  suggestions: idle,
  edits: new Map(),
  filter: textOf(''),
  list: listStart,
  typing: null,
  least: 'high',
  save: idle,
};

/** Pure. */
export function reducePeople(state: PeopleState, action: PeopleAction): PeopleState {
  switch (action.type) {
    case 'key':
      return edit(state, (text) => typeKey(text, action.stroke));
    case 'paste':
      return edit(state, (text) => paste(text, action.text, state.typing === null ? ' ' : ''));
    case 'map':
      return withMap(state, action.task, action.named);
    case 'suggestions':
      return { ...state, suggestions: action.task };
    case 'move': {
      const size = { count: shownRows(state).length, height: action.height };
      return { ...state, list: moveInList(intoList(state.list, size), action.move, size) };
    }
    case 'clear-filter':
      return { ...state, filter: textOf(''), list: listStart };
    case 'accept':
      return acceptOne(state);
    case 'accept-all':
      return acceptAll(state);
    case 'least': {
      const next = (confidences.indexOf(state.least) + 1) % confidences.length;
      return { ...state, least: confidences[next] ?? 'high' };
    }
    case 'login':
      return { ...withLogin(state, rowAt(state), action.login), typing: null };
    case 'typing': {
      const row = rowAt(state);
      const isOn = action.on && row !== null;
      return {
        ...state,
        typing: isOn ? { text: presetOf(loginOf(state, row)), cursor: -1 } : null,
      };
    }
    case 'pick': {
      if (state.typing === null) return state;
      const last = loginChoices(state.typing, membersOf(state)).length - 1;
      const cursor = Math.max(-1, Math.min(last, state.typing.cursor + action.by));
      return { ...state, typing: { ...state.typing, cursor } };
    }
    case 'save':
      return { ...state, save: action.task };
  }
}

function edit(state: PeopleState, change: (text: TextState) => TextState): PeopleState {
  if (state.typing !== null)
    return { ...state, typing: typeLogin(state.typing, membersOf(state), change) };
  const filter = change(state.filter);
  return filter === state.filter ? state : { ...state, filter, list: listStart };
}

/** Members of the organization, as far as they were read. Pure. */
export function membersOf({ suggestions }: Pick<PeopleState, 'suggestions'>) {
  return resultOf(suggestions)?.members ?? [];
}

/**
 * A map that was read begins without edits: what was typed belongs to the one before. People without a login come first, and
 * stay there while it is edited.
 */
function withMap(state: PeopleState, task: Task<PeopleMap>, named: string): PeopleState {
  const all = task.status === 'done' ? readSheet(task.value.text) : [];
  const rows = [
    ...all.filter(({ target }) => target === ''),
    ...all.filter(({ target }) => target !== ''),
  ];
  return { ...state, task, named, rows, edits: new Map(), list: listStart, save: idle };
}

/** The rows that the filter leaves. Pure. */
export function shownRows(state: PeopleState): readonly SheetRow[] {
  return filterBy(state.rows, state.filter.text, (row) => {
    return `${row.name} ${row.source} ${loginOf(state, row)}`;
  });
}

/** The row at the cursor. Pure. */
export function rowAt(state: PeopleState): SheetRow | null {
  const shown = shownRows(state);
  return shown[Math.min(state.list.cursor, shown.length - 1)] ?? null;
}

/** Its login with what is not saved yet; empty: none. Pure. */
export function loginOf({ edits }: Pick<PeopleState, 'edits'>, { line, target }: SheetRow): string {
  return edits.get(line) ?? target;
}

const indexes = new WeakMap<Suggested, ReadonlyMap<string, Suggestion>>();

/** Pure. */
export function suggestionOf(
  { suggestions }: Pick<PeopleState, 'suggestions'>,
  row: SheetRow,
): Suggestion | null {
  const found = resultOf(suggestions);
  if (found === null) return null;
  const index =
    indexes.get(found) ??
    new Map(found.rows.map((one) => [keyOf(one.row), one.suggestion] as const));
  indexes.set(found, index);
  return index.get(keyOf(row)) ?? null;
}

function keyOf({ source, uuid, accountId }: SheetRow): string {
  return JSON.stringify([source, uuid, accountId]);
}

/** The first candidate, or the one after the login that the row has. Pure. */
export function nextCandidate(state: PeopleState, row: SheetRow): Candidate | null {
  const candidates = suggestionOf(state, row)?.candidates ?? [];
  const at = candidates.findIndex(({ login }) => login === loginOf(state, row));
  return candidates[(at + 1) % Math.max(1, candidates.length)] ?? null;
}

function acceptOne(state: PeopleState): PeopleState {
  const row = rowAt(state);
  const candidate = row === null ? null : nextCandidate(state, row);
  return candidate === null ? state : withLogin(state, row, candidate.login);
}

/** Rows with a login keep it, and nobody gets one that another row has. */
export function acceptAll(state: PeopleState): PeopleState {
  const taken = new Set(state.rows.map((row) => loginOf(state, row).toLowerCase()));
  const edits = new Map(state.edits);
  for (const row of state.rows) {
    const suggestion = loginOf(state, row) === '' ? suggestionOf(state, row) : null;
    const accepted = suggestion === null ? null : acceptable(suggestion, state.least);
    if (accepted !== null && !taken.has(accepted.login.toLowerCase()))
      edits.set(row.line, accepted.login);
  }
  return { ...state, edits };
}

function withLogin(state: PeopleState, row: SheetRow | null, login: string): PeopleState {
  if (row === null) return state;
  const edits = new Map(state.edits);
  if (login === row.target) edits.delete(row.line);
  else edits.set(row.line, login);
  return { ...state, edits };
}

/** The whole file with what was changed. Pure. */
export function editedText({ edits }: Pick<PeopleState, 'edits'>, { text }: PeopleMap): string {
  const changes = [...edits].map(([line, target]): [number, RowEdit] => [line, { target }]);
  return editSheet(text, new Map(changes));
}
