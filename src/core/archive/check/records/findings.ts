/** One thing that is wrong with an archive. */
export interface ArchiveFinding {
  /** `error`: the importer would refuse it or lose something. `warning`: it differs from every archive that was seen. */
  readonly severity: 'error' | 'warning';
  /** Groups findings of one cause: `reference`, `hunk`. */
  readonly kind: FindingKind;
  /** Path in the archive. */
  readonly file: string;
  /** Address of the record; `null` where the file as a whole is meant. */
  readonly record: string | null;
  readonly message: string;
}

export type FindingKind =
  | 'layout'
  | 'json'
  | 'record'
  | 'duplicate'
  | 'reference'
  | 'state'
  | 'time'
  | 'thread'
  | 'position'
  | 'commit'
  | 'ref'
  | 'git'
  | 'attachment'
  | 'size';

/** A finding before it is known which file it is about. */
export type FoundProblem = Omit<ArchiveFinding, 'file'>;

/** Where findings go. */
export type Report = (finding: ArchiveFinding) => void;

/** Hostile archives have millions of them: so many are kept, all are counted. */
const kept = 10_000;

export interface Findings {
  readonly report: Report;
  /** In the order in which they were found. */
  list(): readonly ArchiveFinding[];
  errors(): number;
  warnings(): number;
}

export function collectFindings(): Findings {
  const list: ArchiveFinding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    report(finding) {
      counts[finding.severity] += 1;
      if (list.length < kept) list.push(finding);
    },
    list: () => list,
    errors: () => counts.error,
    warnings: () => counts.warning,
  };
}
