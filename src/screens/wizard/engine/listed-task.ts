import { idle, type Task } from './tasks.ts';
import { scrolledBy } from './view.ts';

/** A task that gives its results one by one, shown as a list that scrolls. */
export interface ListedTask<Result, Item> {
  readonly task: Task<Result>;
  readonly items: readonly Item[];
  /** Lines above the first that is shown. */
  readonly scrolled: number;
}

export type ListedAction<Result, Item> =
  | { readonly type: 'task'; readonly task: Task<Result> }
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'scroll'; readonly by: number; readonly most: number };

/** Before it has begun. */
export const nothingListed = { task: idle, items: [], scrolled: 0 } as const;

/** Pure. A task that begins once more begins with an empty list. */
export function reduceListed<Result, Item>(
  state: ListedTask<Result, Item>,
  action: ListedAction<Result, Item>,
): ListedTask<Result, Item> {
  switch (action.type) {
    case 'task':
      return action.task.status === 'running'
        ? { ...nothingListed, task: action.task }
        : { ...state, task: action.task };
    case 'item':
      return { ...state, items: [...state.items, action.item] };
    case 'scroll':
      return { ...state, scrolled: scrolledBy(state.scrolled, action) };
  }
}
