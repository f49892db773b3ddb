/** Changes of a text by offsets, so that what needs no change stays as its author wrote it. */
export interface Edits {
  /** Of two edits that overlap, only the one that starts first is applied. */
  replace(start: number, end: number, text: string): void;
  insert(at: number, text: string): void;
  readonly size: number;
  apply(source: string): string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function createEdits(): Edits {
  const edits: Edit[] = [];
  return {
    replace: (start, end, text) => edits.push({ start, end, text }),
    insert: (at, text) => edits.push({ start: at, end: at, text }),
    get size() {
      return edits.length;
    },
    apply(source) {
      // Sorting keeps the order of equal ones, so that two insertions at one place keep theirs.
      const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
      const parts: string[] = [];
      let at = 0;
      for (const edit of ordered) {
        if (edit.start < at) continue;
        parts.push(source.slice(at, edit.start), edit.text);
        at = edit.end;
      }
      parts.push(source.slice(at));
      return parts.join('');
    },
  };
}
