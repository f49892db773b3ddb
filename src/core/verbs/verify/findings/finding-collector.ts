import {
  type Difference,
  type ItemKind,
  type KindCount,
  type RepairAction,
  type RepositoryFindings,
  type Verdict,
  verdicts,
} from './difference.ts';

export interface Item {
  readonly kind: ItemKind;
  readonly name: string;
  readonly url?: string | null;
  /** Of the pull request on the source that it belongs to. */
  readonly sourceNumber?: number;
}

export interface Mismatch {
  readonly message: string;
  readonly repair?: RepairAction | null;
  /** Where nothing can mend it: why not, and what to do by hand. */
  readonly advice?: string;
  /** Known since the import. */
  readonly isLoss?: boolean;
}

export interface FindingCollector {
  /** One item was compared, with its defects if any. */
  compare(item: Item, mismatches: readonly Mismatch[]): void;
  equal(kind: ItemKind, items: number): void;
  /** @param advice what a person can do about it */
  add(verdict: Exclude<Verdict, 'defect'>, item: Item, message: string, advice?: string): void;
  note(text: string): void;
  result(): Pick<RepositoryFindings, 'compared' | 'equal' | 'kinds' | 'notes' | 'differences'>;
}

export function createFindingCollector(): FindingCollector {
  const differences: Difference[] = [];
  const notes: string[] = [];
  const kinds = new Map<ItemKind, KindCount>();
  const addCount = (kind: ItemKind, compared: number, equal: number): void => {
    const before = kinds.get(kind) ?? { compared: 0, equal: 0 };
    kinds.set(kind, { kind, compared: before.compared + compared, equal: before.equal + equal });
  };
  return {
    compare({ kind, name, url = null, sourceNumber }, mismatches) {
      addCount(kind, 1, mismatches.length === 0 ? 1 : 0);
      for (const { message, repair = null, advice: why, isLoss } of mismatches) {
        const advice = why === undefined ? null : `Cannot be repaired: ${why}`;
        const found = { verdict: 'defect', kind, name, message, url, repair, advice } as const;
        const more = { ...(isLoss === true && { isLoss }), ...fromSource(sourceNumber) };
        differences.push({ ...found, ...more });
      }
    },
    equal(kind, items) {
      if (items > 0) addCount(kind, items, items);
    },
    add(verdict, { kind, name, url = null, sourceNumber }, message, advice) {
      const found = { verdict, kind, name, message, url, repair: null, advice: advice ?? null };
      differences.push({ ...found, ...fromSource(sourceNumber) });
    },
    note: (text) => notes.push(text),
    result: () => ({
      compared: sumOfCounts(kinds, 'compared'),
      equal: sumOfCounts(kinds, 'equal'),
      kinds: [...kinds.values()],
      notes,
      differences: verdicts.flatMap((one) => differences.filter(({ verdict }) => verdict === one)),
    }),
  };
}

function fromSource(sourceNumber: number | undefined): Pick<Difference, 'sourceNumber'> {
  return sourceNumber === undefined ? {} : { sourceNumber };
}

function sumOfCounts(kinds: ReadonlyMap<ItemKind, KindCount>, key: 'compared' | 'equal'): number {
  return [...kinds.values()].reduce((sum, count) => sum + count[key], 0);
}
