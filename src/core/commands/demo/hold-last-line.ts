import type { Output } from '../../kernel/program.ts';

export interface HeldOutput extends Output {
  /** Puts a text before the line that is held. */
  writeBeforeLast(text: string): void;
  /** Lets the held line go. */
  end(): void;
}

/** Holds back what was written last, if it is told to, so that the run's closing line stays the last one. */
export function holdLastLine(output: Output, { holds }: { holds: boolean }): HeldOutput {
  let held = '';
  return {
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns ?? null;
    },
    write(text) {
      if (held !== '') output.write(held);
      held = holds ? text : '';
      if (!holds) output.write(text);
    },
    writeBeforeLast(text) {
      output.write(text);
    },
    end() {
      if (held !== '') output.write(held);
      held = '';
    },
  };
}
