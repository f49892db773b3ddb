import type { DeepScanResult } from '../../../../core/discovery/deep-scan/deep-scan.ts';
import type { DeepFacts } from '../../../../core/discovery/deep-scan/repository-scan.ts';
import type { ScanCost } from '../../../../core/discovery/deep-scan/scan-cost.ts';
import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import type { SeenPerson } from '../../../../core/users/people-file.ts';
import type { PlanLimit } from '../../../../core/wizard/plan-limit.ts';
import { filterBy } from '../../../../ui/input/filter.ts';
import {
  intoList,
  type ListMove,
  type ListState,
  listStart,
  moveInList,
} from '../../../../ui/input/list-state.ts';
import { paste, type TextState, textOf, typeKey } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import {
  type SelectionItem,
  type Sorting,
  selectByPattern,
  selectionItems,
  sortItems,
  sortings,
} from './items.ts';

export interface SelectionState {
  readonly inventory: Inventory | null;
  /** Sorted. */
  readonly items: readonly SelectionItem[];
  /** Those that match the filter. */
  readonly shown: readonly SelectionItem[];
  readonly selected: ReadonlySet<string>;
  readonly filter: TextState;
  readonly sorting: Sorting;
  readonly list: ListState;
  /** The pattern that is being edited. */
  readonly pattern: TextState | null;
  /** Patterns used so far. */
  readonly patterns: readonly string[];
  /** The offer of a deep scan, with its cost. */
  readonly offer: Task<ScanCost> | null;
  readonly scan: Task<DeepScanResult>;
  readonly progress: {
    readonly looked: number;
    readonly repositories: number;
    readonly requests: number | null;
  } | null;
  readonly facts: ReadonlyMap<string, DeepFacts>;
  readonly people: readonly SeenPerson[];
  /** Slugs that a deep scan could not read. */
  readonly refused: readonly string[];
  /** `null` while it is unknown. */
  readonly limit: PlanLimit | null;
}

export type SelectionAction =
  | { readonly type: 'inventory'; readonly inventory: Inventory }
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'move'; readonly move: ListMove; readonly height: number }
  | { readonly type: 'toggle'; readonly height: number }
  | { readonly type: 'all' }
  | { readonly type: 'none' }
  | { readonly type: 'sort' }
  | { readonly type: 'pattern'; readonly on: boolean }
  | { readonly type: 'use-pattern' }
  | { readonly type: 'clear-filter' }
  | { readonly type: 'offer'; readonly offer: Task<ScanCost> | null }
  | { readonly type: 'scan'; readonly scan: Task<DeepScanResult> }
  /** Ends an offer or a running scan. */
  | { readonly type: 'cancel-scan' }
  | { readonly type: 'limit'; readonly limit: PlanLimit }
  | { readonly type: 'planned'; readonly requests: number }
  | { readonly type: 'progress'; readonly looked: number; readonly repositories: number };

export type SelectionSlice = Slice<'selection', SelectionState, SelectionAction>;

export const initialSelection: SelectionState = {
  inventory: null,
  items: [],
  shown: [],
  selected: new Set(),
  filter: textOf(''),
  sorting: 'name',
  list: listStart,
  pattern: null,
  patterns: [],
  offer: null,
  scan: idle,
  progress: null,
  facts: new Map(),
  people: [],
  refused: [],
  limit: null,
};

/** Pure. */
export function reduceSelection(state: SelectionState, action: SelectionAction): SelectionState {
  switch (action.type) {
    case 'inventory':
      return withInventory(state, action.inventory);
    case 'key':
      return edit(state, (text) => typeKey(text, action.stroke));
    case 'paste':
      return edit(state, (text) => paste(text, action.text, ' '));
    case 'move': {
      const size = { count: state.shown.length, height: action.height };
      return { ...state, list: moveInList(intoList(state.list, size), action.move, size) };
    }
    case 'toggle':
      return toggle(state, action.height);
    case 'all':
      return select(state, [...state.selected, ...state.shown.map(({ slug }) => slug)]);
    case 'none': {
      const shown = new Set(state.shown.map(({ slug }) => slug));
      return select(
        state,
        [...state.selected].filter((slug) => !shown.has(slug)),
      );
    }
    case 'sort': {
      const next = (sortings.indexOf(state.sorting) + 1) % sortings.length;
      const sorting = sortings[next] ?? 'name';
      return filtered({ ...state, sorting, items: sortItems(state.items, sorting) });
    }
    case 'pattern':
      return { ...state, pattern: action.on ? textOf('') : null };
    case 'use-pattern':
      return applyPattern(state);
    case 'clear-filter':
      return filtered({ ...state, filter: textOf('') });
    case 'offer':
      return { ...state, offer: action.offer };
    case 'limit':
      return { ...state, limit: action.limit };
    case 'scan':
      return withScan(state, action.scan);
    case 'cancel-scan': {
      const { scan } = state;
      return { ...state, offer: null, scan: scan.status === 'running' ? idle : scan };
    }
    case 'planned': {
      const { looked = 0, repositories = state.selected.size } = state.progress ?? {};
      return { ...state, progress: { looked, repositories, requests: action.requests } };
    }
    case 'progress': {
      const { looked, repositories } = action;
      const requests = state.progress?.requests ?? null;
      return { ...state, progress: { looked, repositories, requests } };
    }
  }
}

/** Rereading the same workspace keeps the selection; another one starts with all selected. */
function withInventory(state: SelectionState, inventory: Inventory): SelectionState {
  if (state.inventory === inventory) return state;
  const isSame = state.inventory?.source.workspace === inventory.source.workspace;
  const { facts } = isSame ? state : initialSelection;
  const items = sortItems(selectionItems(inventory.repositories, facts), state.sorting);
  const slugs = items.map(({ slug }) => slug);
  const before = new Set(state.items.map(({ slug }) => slug));
  const selected = isSame
    ? slugs.filter((slug) => state.selected.has(slug) || !before.has(slug))
    : slugs;
  const base = isSame ? state : { ...initialSelection, sorting: state.sorting, limit: state.limit };
  return filtered({ ...base, inventory, items, selected: new Set(selected) });
}

function edit(state: SelectionState, change: (text: TextState) => TextState): SelectionState {
  if (state.pattern !== null) return { ...state, pattern: change(state.pattern) };
  const filter = change(state.filter);
  return filter === state.filter ? state : filtered({ ...state, filter });
}

function filtered(state: SelectionState): SelectionState {
  const shown = filterBy(state.items, state.filter.text, ({ text }) => text);
  return { ...state, shown, list: listStart };
}

function toggle(state: SelectionState, height: number): SelectionState {
  const { shown } = state;
  const size = { count: shown.length, height };
  const slug = shown[intoList(state.list, size).cursor]?.slug;
  if (slug === undefined) return state;
  const selected = new Set(state.selected);
  if (!selected.delete(slug)) selected.add(slug);
  return { ...state, selected, offer: null };
}

function select(state: SelectionState, slugs: Iterable<string>): SelectionState {
  return { ...state, selected: new Set(slugs), offer: null };
}

function applyPattern(state: SelectionState): SelectionState {
  const found = selectByPattern(state, state.pattern?.text ?? '');
  if (found === null) return { ...state, pattern: null };
  const patterns = [...state.patterns, found.glob];
  return select({ ...state, pattern: null, patterns }, found.selected);
}

function withScan(state: SelectionState, scan: SelectionState['scan']): SelectionState {
  if (scan.status !== 'done') {
    return { ...state, scan, progress: scan.status === 'running' ? null : state.progress };
  }
  const { value } = scan;
  const facts = new Map([...state.facts, ...value.facts]);
  const known = new Set(value.people.map(({ person }) => person.id));
  const people = [...state.people.filter(({ person }) => !known.has(person.id)), ...value.people];
  const repositories = state.inventory?.repositories ?? [];
  const items = sortItems(selectionItems(repositories, facts), state.sorting);
  const refused = value.refused.map(({ slug }) => slug);
  const { list } = state;
  return { ...filtered({ ...state, scan, offer: null, facts, people, items, refused }), list };
}

/** Totals of the selected repositories. Pure. */
export function selectedTotals({ items, selected }: Pick<SelectionState, 'items' | 'selected'>): {
  readonly count: number;
  readonly bytes: number;
  /** `null` where some were not scanned. */
  readonly pullRequests: number | null;
} {
  const chosen = items.filter(({ slug }) => selected.has(slug));
  const isScanned = chosen.every(({ pullRequests }) => pullRequests !== null);
  const sum = (value: (item: SelectionItem) => number | null) =>
    chosen.reduce((total, item) => total + (value(item) ?? 0), 0);
  return {
    count: chosen.length,
    bytes: sum(({ size }) => size),
    pullRequests: isScanned ? sum(({ pullRequests }) => pullRequests) : null,
  };
}
