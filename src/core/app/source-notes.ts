import type { Program } from '../kernel/program.ts';
import type { OpenShapeNotes } from '../ports/records/shape-notes.ts';
import { openShapeNotes } from '../state/shapes/shape-file.ts';
import { stateFolder } from '../state/state-folder.ts';

interface SourceNotes {
  readonly open: OpenShapeNotes;
  /** How many there were, of all hosts. */
  count(): number;
}

/** Returns what sources send other than expected, kept in the state folder. */
export function sourceNotesOf(program: Program): SourceNotes {
  let count = 0;
  return {
    open(source, host) {
      const notes = openShapeNotes({ stateFolder: stateFolder(program), source, host });
      return {
        note(...noted) {
          count += 1;
          notes.note(...noted);
        },
      };
    },
    count: () => count,
  };
}
