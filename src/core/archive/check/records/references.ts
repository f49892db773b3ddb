import { type KindName, recordKinds } from '../../records/kinds.ts';
import type { FoundProblem, Report } from './findings.ts';

/** Everything that is known of an archive's records by address, to see that each reference leads to one. */
export interface References {
  /** Notes the address of a record that is not valid itself. */
  know(kind: KindName, address: string): void;
  /** Takes a valid record; @returns `false` where its address came before */
  add(kind: KindName, record: Readonly<Record<string, unknown>>, file: string): boolean;
  /** Reports references that lead nowhere, once all records are known. */
  finish(report: Report): void;
}

interface Pending {
  readonly kind: KindName;
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** Records name each other by address, and in any order: a reference is looked up at once, or kept for the end. */
export function trackReferences(): References {
  const known = new Map<string, KindName>();
  const pending: Pending[] = [];
  return {
    know: (kind, address) => void known.set(address, kind),
    add(kind, record, file) {
      const own = String(record.url);
      const isNew = !known.has(own);
      if (isNew) known.set(own, kind);
      for (const [field, kinds] of Object.entries(recordKinds[kind].references)) {
        for (const to of valuesAt(record, field)) {
          const found = known.get(to);
          if (found !== undefined && kinds.includes(found)) continue;
          pending.push({ kind, field, from: own, to, file });
        }
      }
      return isNew;
    },
    finish(report) {
      for (const { kind, field, from, to, file } of pending) {
        const found = known.get(to);
        const problem = referenceProblem({ kind, field, to, found });
        if (problem !== null) report({ ...problem, file, record: from });
      }
    },
  };
}

function referenceProblem(options: {
  kind: KindName;
  field: string;
  to: string;
  found: KindName | undefined;
}): Omit<FoundProblem, 'record'> | null {
  const { kind, field, to, found } = options;
  const allowed = recordKinds[kind].references[field] ?? [];
  if (found !== undefined && allowed.includes(found)) return null;
  const message =
    found === undefined
      ? `${field} refers to ${to}, which has no record`
      : `${field} refers to ${to} in ${found}; expected ${allowed.join(' or ')}`;
  return { severity: 'error', kind: 'reference', message };
}

/** The texts at a path such as `base.repo` or `members[].user`; nothing where it is null or missing. Pure. */
function valuesAt(record: unknown, path: string): readonly string[] {
  let values: readonly unknown[] = [record];
  for (const step of path.split('.')) {
    const key = step.replace('[]', '');
    const found = values.map((value) => (value as Record<string, unknown> | null)?.[key]);
    values = (step.endsWith('[]') ? found.flat() : found).filter((value) => value != null);
  }
  return values.filter((value) => typeof value === 'string');
}
