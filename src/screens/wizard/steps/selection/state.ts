import type { DeepScanResult } from '../../../../core/discovery/deep-scan/deep-scan.ts';
import type { DeepFacts } from '../../../../core/discovery/deep-scan/repository-scan.ts';
import type { ScanCost } from '../../../../core/discovery/deep-scan/scan-cost.ts';
import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import type { SeenPerson } from '../../../../core/users/people-file.ts';
import type { PlanLimit } from '../../../../core/wizard/plan-limit.ts';
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
import { type SelectionItem, type Sorting, selectionItems, sortItems, sortings } from './items.ts';
import { selectByPattern } from './pattern.ts';

export interface SelectionState {
  readonly inventory: Inventory | null;
  /** As they are sorted. */
  readonly items: readonly SelectionItem[];
  /** Of them, those that the filter lets through. */
  readonly shown: readonly SelectionItem[];
  readonly selected: ReadonlySet<string>;
  readonly filter: TextState;
  readonly sorting: Sorting;
  readonly list: ListState;
  /** Keys go into a pattern. */
  readonly pattern: TextState | null;
  /** Patterns that were used in selecting. */
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
  /** Slugs that a deep scan was refused for. */
  readonly refused: readonly string[];
  /** What the license allows; `null` as long as it is not known. */
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
  /** Neither an offer nor a running scan remains. */
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

/** The same inventory again keeps what was selected; another one begins with all of it. */
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
  const words = state.filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown =
    words.length === 0
      ? state.items
      : state.items.filter(({ text }) => words.every((word) => text.includes(word)));
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

/** How the selected ones add up. Pure. */
export function selectedTotals({ items, selected }: Pick<SelectionState, 'items' | 'selected'>): {
  readonly count: number;
  readonly bytes: number;
  /** `null` where not all of them were looked at. */
  readonly pullRequests: number | null;
} {
  let count = 0;
  let bytes = 0;
  let pullRequests: number | null = 0;
  for (const item of items) {
    if (!selected.has(item.slug)) continue;
    count += 1;
    bytes += item.size ?? 0;
    pullRequests =
      pullRequests === null || item.pullRequests === null ? null : pullRequests + item.pullRequests;
  }
  return { count, bytes, pullRequests };
}
