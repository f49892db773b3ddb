import type { Output } from '../../kernel/program.ts';

interface HeldOutput extends Output {
  /** Writes a text before the held one. */
  writeBeforeLast(text: string): void;
  /** Writes the held text. */
  end(): void;
}

/** Holds back the last write, so that the closing line of a run can stay the last. */
export function holdLastWrite(output: Output, { holds }: { holds: boolean }): HeldOutput {
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
