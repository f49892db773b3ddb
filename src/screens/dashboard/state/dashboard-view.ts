import {
  intoList,
  type ListMove,
  type ListState,
  listStart,
  moveInList,
} from '../../../ui/input/list-state.ts';

/** Which repositories are listed. */
export type Shown = 'open' | 'failed' | 'all';

/** Describes what a person sees of the run. */
export interface ViewState {
  readonly shown: Shown;
  readonly filter: string;
  /** Keys go into the filter. */
  readonly isFiltering: boolean;
  /** The slug at the cursor, which stays there while rows change. */
  readonly selected: string | null;
  readonly list: ListState;
  readonly panel: 'list' | 'detail' | 'help';
  /** Rows of the detail above the screen. */
  readonly scrolled: number;
  /** The result of the last key. */
  readonly notice: { readonly text: string; readonly until: number } | null;
  /** The slug whose skipping waits for a yes. */
  readonly skipping: string | null;
  /** The end of the run waits for a yes. */
  readonly isStopping: boolean;
  /** A question of the run. */
  readonly question: string | null;
  /** When a key was last pressed. */
  readonly touchedAt: number | null;
}

export type ViewAction =
  | {
      readonly type: 'move';
      readonly move: ListMove;
      /** The listed slugs. */
      readonly rows: readonly string[];
      readonly height: number;
    }
  | { readonly type: 'scroll'; readonly by: number; readonly most: number }
  | { readonly type: 'filtering'; readonly on: boolean }
  | { readonly type: 'filter'; readonly text: string }
  | { readonly type: 'show'; readonly shown: Shown }
  /** `source`: the repository of a detail, which stays when it leaves the list. */
  | {
      readonly type: 'panel';
      readonly panel: ViewState['panel'];
      readonly source?: string | undefined;
    }
  | { readonly type: 'notice'; readonly text: string; readonly until: number }
  | { readonly type: 'skipping'; readonly source: string | null }
  | { readonly type: 'stopping'; readonly on: boolean }
  | { readonly type: 'question'; readonly text: string | null }
  | { readonly type: 'touch'; readonly at: number };

export const initialView: ViewState = {
  shown: 'open',
  filter: '',
  isFiltering: false,
  selected: null,
  list: listStart,
  panel: 'list',
  scrolled: 0,
  notice: null,
  skipping: null,
  isStopping: false,
  question: null,
  touchedAt: null,
};

/** Pure. */
export function reduceView(view: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'move': {
      const size = { count: action.rows.length, height: action.height };
      const list = moveInList(placeOf(view, action.rows, action.height), action.move, size);
      return { ...view, list, selected: action.rows[list.cursor] ?? null };
    }
    case 'scroll':
      return {
        ...view,
        scrolled: Math.max(0, Math.min(action.most, view.scrolled + action.by)),
      };
    case 'filtering':
      return { ...view, isFiltering: action.on };
    case 'filter':
      return { ...view, filter: action.text, list: listStart, selected: null };
    case 'show':
      return { ...view, shown: action.shown, list: listStart, selected: null };
    case 'panel':
      return {
        ...view,
        panel: action.panel,
        scrolled: 0,
        selected: action.source ?? view.selected,
      };
    case 'notice':
      return { ...view, notice: { text: action.text, until: action.until } };
    case 'skipping':
      return { ...view, skipping: action.source };
    case 'stopping':
      return { ...view, isStopping: action.on };
    case 'question':
      return { ...view, question: action.text };
    case 'touch':
      return { ...view, touchedAt: action.at };
  }
}

/** The cursor among these rows: on the selected slug, or where it was. Pure. */
export function placeOf(view: ViewState, rows: readonly string[], height: number): ListState {
  const found = view.selected === null ? -1 : rows.indexOf(view.selected);
  const cursor = found === -1 ? view.list.cursor : found;
  return intoList({ ...view.list, cursor }, { count: rows.length, height });
}
