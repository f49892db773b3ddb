/** Describes what changed between two commits. Paths and lines are hostile texts. */
export interface Diff {
  readonly files: readonly DiffFile[];
}

export interface DiffFile {
  /** Path on the target: the new name, or the old one of a deleted file. */
  readonly path: string;
  /** `null` for an added file. */
  readonly oldPath: string | null;
  /** `null` for a deleted file. */
  readonly newPath: string | null;
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  readonly isBinary: boolean;
  /** Beyond what is shown of a large diff: it has changed, and has no hunks here. */
  readonly isTruncated: boolean;
  readonly hunks: readonly DiffHunk[];
}

export interface DiffHunk {
  /** First lines, counted from 1; 0 of a side that has none. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with a space, `+` or `-`; `\ No newline at end of file` may stand among them. */
  readonly lines: readonly string[];
}

/** Where a diff ends to be shown. */
export interface DiffLimits {
  readonly files: number;
  readonly lines: number;
  /** Bytes of UTF-8. */
  readonly bytes: number;
}
