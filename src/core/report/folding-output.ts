import { foldLines } from '../kernel/format/fold-lines.ts';
import type { Output } from '../kernel/program.ts';

/** The same output, its lines broken at blanks where a terminal would break them within a word. */
export function foldingOutput(output: Output): Output {
  return {
    isTerminal: output.isTerminal,
    // It may change while something runs.
    get columns() {
      return output.columns ?? null;
    },
    write(text) {
      output.write(foldLines(text.split('\n'), output.columns ?? null).join('\n'));
    },
  };
}
