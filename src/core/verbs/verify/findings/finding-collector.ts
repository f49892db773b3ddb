import type {
  Difference,
  ItemKind,
  RepairAction,
  RepositoryFindings,
  Verdict,
} from './difference.ts';

export interface Item {
  readonly kind: ItemKind;
  readonly name: string;
  readonly url?: string | null;
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
  equal(items: number): void;
  add(verdict: Exclude<Verdict, 'defect'>, item: Item, message: string): void;
  note(text: string): void;
  result(): Pick<RepositoryFindings, 'compared' | 'equal' | 'notes' | 'differences'>;
}

export function createFindingCollector(): FindingCollector {
  const differences: Difference[] = [];
  const notes: string[] = [];
  let compared = 0;
  let equal = 0;
  return {
    compare({ kind, name, url = null }, mismatches) {
      compared += 1;
      if (mismatches.length === 0) equal += 1;
      for (const { message, repair = null, advice: why, isLoss } of mismatches) {
        const advice = why === undefined ? null : `Cannot be repaired: ${why}`;
        const found = { verdict: 'defect', kind, name, message, url, repair, advice } as const;
        differences.push({ ...found, ...(isLoss === true && { isLoss }) });
      }
    },
    equal(items) {
      compared += items;
      equal += items;
    },
    add(verdict, { kind, name, url = null }, message) {
      differences.push({ verdict, kind, name, message, url, repair: null, advice: null });
    },
    note: (text) => notes.push(text),
    result: () => ({
      ...{ compared, equal, notes },
      differences: gravity.flatMap((one) => differences.filter(({ verdict }) => verdict === one)),
    }),
  };
}

const gravity: readonly Verdict[] = ['defect', 'changed-on-source', 'added-since', 'expected'];
