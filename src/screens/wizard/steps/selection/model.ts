import type { DeepScanResult } from '../../../../core/discovery/deep-scan/deep-scan.ts';
import type { DeepFacts } from '../../../../core/discovery/deep-scan/repository-scan.ts';
import type { ScanCost } from '../../../../core/discovery/deep-scan/scan-cost.ts';
import type { Inventory } from '../../../../core/discovery/inventory-schema.ts';
import type { ResolveTargetNames } from '../../../../core/ports/target-naming.ts';
import type { SeenPerson } from '../../../../core/users/people-file.ts';
import type { PlanLimit } from '../../../../core/wizard/plan-limit.ts';
import { type ListMove, type ListState, listStart } from '../../../../ui/input/list-state.ts';
import { type TextState, textOf } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import type { SelectionItem, Sorting } from './items.ts';

export interface SelectionState {
  readonly inventory: Inventory | null;
  /** Sorted. */
  readonly items: readonly SelectionItem[];
  /** Items that match the filter. */
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
  /** It started by itself, and the list stays usable. */
  readonly isBackground: boolean;
  /** Of scanning all that is not counted; `null` while it is unknown. */
  readonly cost: ScanCost | null;
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
  /** Names on the target that do not follow from the source, by slug. */
  readonly renames: ReadonlyMap<string, string>;
  /** The name that is being edited. */
  readonly rename: { readonly slug: string; readonly text: TextState } | null;
  /** The target's rules for names. */
  readonly resolveTargetNames: ResolveTargetNames;
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
  | { readonly type: 'scan'; readonly scan: Task<DeepScanResult>; readonly isBackground?: boolean }
  | { readonly type: 'cost'; readonly cost: ScanCost }
  | { readonly type: 'naming'; readonly resolveTargetNames: ResolveTargetNames }
  /** Edits the name of the repository at the cursor, or stops doing so. */
  | { readonly type: 'rename'; readonly height: number | null }
  | { readonly type: 'use-rename' }
  | { readonly type: 'set-rename'; readonly slug: string; readonly target: string }
  /** Ends an offer or a running scan. */
  | { readonly type: 'cancel-scan' }
  | { readonly type: 'limit'; readonly limit: PlanLimit }
  | { readonly type: 'planned'; readonly requests: number }
  | { readonly type: 'progress'; readonly looked: number; readonly repositories: number };

export type SelectionSlice = Slice<'selection', SelectionState, SelectionAction>;

/** From this number of requests on, a scan is offered; below, it starts by itself. */
export const freeRequests = 100;

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
  isBackground: false,
  cost: null,
  renames: new Map(),
  rename: null,
  resolveTargetNames: (wanted) => wanted.map((source) => ({ source, target: source, changes: [] })),
};
