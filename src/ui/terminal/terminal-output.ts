import { widthOf } from '../text/text-width.ts';

/** Standard output as a screen is drawn on it. */
export interface TerminalOutput {
  readonly stream: NodeJS.WriteStream;
  /** Rows that the last frame takes beyond its own lines at this width. */
  surplusRows(columns: number): number;
  /** Draws the last frame again, below the current content. */
  drawAgain(): void;
}

const rowUp = '\u001b[1A';

/** Sequences that draw nothing: colours, moves, modes. */
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** The same stream, with every text changed (redacted) before it is written. It remembers the last frame. */
export function terminalOutput(
  stream: NodeJS.WriteStream,
  change: (text: string) => string,
): TerminalOutput {
  let frame = '';
  let written = '';
  function write(
    chunk: string | Uint8Array,
    ...rest:
      | [((error?: Error | null) => void)?]
      | [BufferEncoding?, ((error?: Error | null) => void)?]
  ): boolean {
    const text = typeof chunk === 'string' ? change(chunk) : chunk;
    if (typeof text === 'string') {
      const drawn = text.replace(sequence, '');
      if (drawn !== '') {
        frame = drawn;
        written = text;
      }
    }
    return stream.write(text, ...(rest as []));
  }
  const proxy = new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    stream: proxy,
    drawAgain() {
      // It starts by moving up to erase the frame before it.
      const rows = written.split(rowUp).length - 1;
      stream.write(`${'\n'.repeat(rows)}${written}`);
    },
    surplusRows: (columns) =>
      frame
        .split('\n')
        .reduce((sum, row) => sum + Math.max(0, Math.ceil(widthOf(row) / columns) - 1), 0),
  };
}
