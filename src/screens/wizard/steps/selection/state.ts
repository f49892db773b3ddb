import type { DeepLookResult } from '../../../../core/discovery/deep-look.ts';
import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import type { LookCost } from '../../../../core/discovery/look-cost.ts';
import type { DeepFacts } from '../../../../core/discovery/repository-look.ts';
import { nameMatcher } from '../../../../core/plan/choose-repositories.ts';
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
import { idle, type Task } from '../../engine/task.ts';
import { type SelectionItem, type Sorting, selectionItems, sortItems, sortings } from './items.ts';

export interface SelectionState {
  readonly inventory: Inventory | null;
  /** In the order that was chosen. */
  readonly items: readonly SelectionItem[];
  /** Of them, those that the filter lets through. */
  readonly shown: readonly SelectionItem[];
  readonly chosen: ReadonlySet<string>;
  readonly filter: TextState;
  readonly sorting: Sorting;
  readonly list: ListState;
  /** Keys go into a pattern. */
  readonly pattern: TextState | null;
  /** Patterns that were used in choosing. */
  readonly patterns: readonly string[];
  /** The offer of a deep look. */
  readonly offer: Task<LookCost> | null;
  readonly look: Task<DeepLookResult>;
  readonly progress: {
    readonly looked: number;
    readonly repositories: number;
    readonly requests: number | null;
  } | null;
  readonly facts: ReadonlyMap<string, DeepFacts>;
  readonly people: readonly SeenPerson[];
  /** Slugs that a deep look was refused for. */
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
  | { readonly type: 'offer'; readonly offer: Task<LookCost> | null }
  | { readonly type: 'look'; readonly look: Task<DeepLookResult> }
  | { readonly type: 'limit'; readonly limit: PlanLimit }
  | { readonly type: 'planned'; readonly requests: number }
  | { readonly type: 'progress'; readonly looked: number; readonly repositories: number };

export const initialSelection: SelectionState = {
  inventory: null,
  items: [],
  shown: [],
  chosen: new Set(),
  filter: textOf(''),
  sorting: 'name',
  list: listStart,
  pattern: null,
  patterns: [],
  offer: null,
  look: idle,
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
      return choose(state, [...state.chosen, ...state.shown.map(({ slug }) => slug)]);
    case 'none': {
      const shown = new Set(state.shown.map(({ slug }) => slug));
      return choose(
        state,
        [...state.chosen].filter((slug) => !shown.has(slug)),
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
    case 'look':
      return withLook(state, action.look);
    case 'planned': {
      const { looked = 0, repositories = state.chosen.size } = state.progress ?? {};
      return { ...state, progress: { looked, repositories, requests: action.requests } };
    }
    case 'progress': {
      const { looked, repositories } = action;
      const requests = state.progress?.requests ?? null;
      return { ...state, progress: { looked, repositories, requests } };
    }
  }
}

/** The same inventory again keeps what was chosen; another one begins with all of it. */
function withInventory(state: SelectionState, inventory: Inventory): SelectionState {
  if (state.inventory === inventory) return state;
  const isSame = state.inventory?.source.workspace === inventory.source.workspace;
  const { facts } = isSame ? state : initialSelection;
  const items = sortItems(selectionItems(inventory.repositories, facts), state.sorting);
  const slugs = items.map(({ slug }) => slug);
  const before = new Set(state.items.map(({ slug }) => slug));
  const chosen = isSame
    ? slugs.filter((slug) => state.chosen.has(slug) || !before.has(slug))
    : slugs;
  const base = isSame ? state : { ...initialSelection, sorting: state.sorting, limit: state.limit };
  return filtered({ ...base, inventory, items, chosen: new Set(chosen) });
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
  const chosen = new Set(state.chosen);
  if (!chosen.delete(slug)) chosen.add(slug);
  return { ...state, chosen, offer: null };
}

function choose(state: SelectionState, slugs: Iterable<string>): SelectionState {
  return { ...state, chosen: new Set(slugs), offer: null };
}

/** Slugs that a pattern means; one that begins with `!` leaves out. Pure. */
export function matchesOf(
  { items }: Pick<SelectionState, 'items'>,
  pattern: string,
): readonly string[] {
  const glob = pattern.trim().replace(/^!/, '').trim();
  if (glob === '') return [];
  const matches = nameMatcher([glob]);
  return items.filter(matches).map(({ slug }) => slug);
}

/** The first pattern chooses what it means and nothing else; the next ones add to it, or take away. */
function applyPattern(state: SelectionState): SelectionState {
  const { pattern, items } = state;
  const text = pattern?.text.trim() ?? '';
  const found = matchesOf(state, text);
  if (text === '' || found.length === 0) return { ...state, pattern: null };
  const isAll = state.chosen.size === items.length;
  const patterns = [...state.patterns, text.replace(/^!/, '').trim()];
  const next = { ...state, pattern: null, patterns };
  if (!text.startsWith('!')) return choose(next, isAll ? found : [...state.chosen, ...found]);
  const left = new Set(found);
  return choose(
    next,
    [...state.chosen].filter((slug) => !left.has(slug)),
  );
}

function withLook(state: SelectionState, look: SelectionState['look']): SelectionState {
  if (look.status !== 'done') {
    return { ...state, look, progress: look.status === 'running' ? null : state.progress };
  }
  const { value } = look;
  const facts = new Map([...state.facts, ...value.facts]);
  const known = new Set(value.people.map(({ person }) => person.id));
  const people = [...state.people.filter(({ person }) => !known.has(person.id)), ...value.people];
  const repositories = state.inventory?.repositories ?? [];
  const items = sortItems(selectionItems(repositories, facts), state.sorting);
  const refused = value.refused.map(({ slug }) => slug);
  const { list } = state;
  return { ...filtered({ ...state, look, offer: null, facts, people, items, refused }), list };
}

/** How the chosen ones add up. Pure. */
export function chosenTotals({ items, chosen }: Pick<SelectionState, 'items' | 'chosen'>): {
  readonly count: number;
  readonly bytes: number;
  /** `null` where not all of them were looked at. */
  readonly pullRequests: number | null;
} {
  let count = 0;
  let bytes = 0;
  let pullRequests: number | null = 0;
  for (const item of items) {
    if (!chosen.has(item.slug)) continue;
    count += 1;
    bytes += item.size ?? 0;
    pullRequests =
      pullRequests === null || item.pullRequests === null ? null : pullRequests + item.pullRequests;
  }
  return { count, bytes, pullRequests };
}
