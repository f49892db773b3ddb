import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import { filterBy } from '../../../../ui/input/filter.ts';
import { intoList, listStart, moveInList } from '../../../../ui/input/list-state.ts';
import {
  paste,
  presetOf,
  type TextState,
  textOf,
  typeKey,
} from '../../../../ui/input/text-state.ts';
import { idle } from '../../engine/tasks.ts';
import {
  type SelectionItem,
  selectByPattern,
  selectionItems,
  sortItems,
  sortings,
} from './items.ts';
import { initialSelection, type SelectionAction, type SelectionState } from './model.ts';

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
      return withScan(
        { ...state, isBackground: action.isBackground ?? state.isBackground },
        action.scan,
      );
    case 'cost':
      return { ...state, cost: action.cost };
    case 'naming':
      return { ...state, resolveTargetNames: action.resolveTargetNames };
    case 'rename':
      return { ...state, rename: action.height === null ? null : renameAt(state, action.height) };
    case 'use-rename': {
      if (state.rename === null) return state;
      const { slug, text } = state.rename;
      return { ...state, rename: null, renames: withRename(state.renames, slug, text.text) };
    }
    case 'set-rename':
      return { ...state, renames: withRename(state.renames, action.slug, action.target) };
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
  const { sorting, limit, resolveTargetNames } = state;
  const base = isSame ? state : { ...initialSelection, sorting, limit, resolveTargetNames };
  return filtered({ ...base, inventory, items, selected: new Set(selected) });
}

function edit(state: SelectionState, change: (text: TextState) => TextState): SelectionState {
  if (state.pattern !== null) return { ...state, pattern: change(state.pattern) };
  if (state.rename !== null) {
    return { ...state, rename: { ...state.rename, text: change(state.rename.text) } };
  }
  const filter = change(state.filter);
  return filter === state.filter ? state : filtered({ ...state, filter });
}

function filtered(state: SelectionState): SelectionState {
  const shown = filterBy(state.items, state.filter.text, ({ text }) => text);
  return { ...state, shown, list: listStart };
}

function toggle(state: SelectionState, height: number): SelectionState {
  const slug = itemAt(state, height)?.slug;
  if (slug === undefined) return state;
  const selected = new Set(state.selected);
  if (!selected.delete(slug)) selected.add(slug);
  return { ...state, selected, offer: null };
}

/** The repository at the cursor. */
export function itemAt(
  { shown, list }: Pick<SelectionState, 'shown' | 'list'>,
  height: number,
): SelectionItem | undefined {
  return shown[intoList(list, { count: shown.length, height }).cursor];
}

function renameAt(state: SelectionState, height: number): SelectionState['rename'] {
  const slug = itemAt(state, height)?.slug;
  return slug === undefined ? null : { slug, text: presetOf(state.renames.get(slug) ?? slug) };
}

/** An empty name, or the slug itself, is none. */
function withRename(
  renames: SelectionState['renames'],
  slug: string,
  target: string,
): SelectionState['renames'] {
  const others = [...renames].filter(([renamed]) => renamed !== slug);
  const name = target.trim();
  return new Map(name === '' || name === slug ? others : [...others, [slug, name]]);
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
