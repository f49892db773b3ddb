import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../../kernel/program.ts';

/** Lines that are said again at the end, or that a first look does not need. */
const dropped =
  /^(?:note |warning |Checking both hosts|All checks passed|mig_\w+ |\d+ of \d+ repositories found|Settings of \d+ )/;

/** The same output without what a demo says again at its end. */
export function quietOutput(output: Output): Output {
  return {
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns ?? null;
    },
    write(text) {
      const lines = text.split('\n');
      const kept = lines.filter((line) => !dropped.test(stripVTControlCharacters(line)));
      // What is left of a dropped line is its end.
      if (kept.some((line) => line !== '') || kept.length === lines.length) {
        output.write(kept.join('\n'));
      }
    },
  };
}
