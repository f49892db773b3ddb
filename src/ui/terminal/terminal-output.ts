import { widthOf } from '../text/text-width.ts';
import { frameOf, screenUpdate } from './screen-update.ts';

/** Standard output as a screen is drawn on it. */
export interface TerminalOutput {
  readonly stream: NodeJS.WriteStream;
  /** Rows that the last frame takes beyond its own lines at this width. */
  surplusRows(columns: number): number;
  /** Draws the last frame again: all of a whole screen, or below the current content. */
  drawAgain(): void;
  /** Of a whole screen nobody knows any more what is on it: the next frame draws all of it. */
  forget(): void;
  /** Tells whether a frame was drawn since. */
  isKnown(): boolean;
}

/** Milliseconds after a resize in which frames of both sizes come. */
export const settling = 500;

const rowUp = '\u001b[1A';

/** Sequences that draw nothing: colours, moves, modes. */
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/**
 * The same stream, with every text changed (redacted) before it is written. It remembers the last frame.
 * @param options.isWhole frames fill the terminal: of each only the rows are written that differ from the last
 */
export function terminalOutput(
  stream: NodeJS.WriteStream,
  change: (text: string) => string,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): TerminalOutput {
  let frame = '';
  let written = '';
  /** Rows of the whole screen; `null`: unknown. */
  let shown: readonly string[] | null = null;
  let last: readonly string[] = [];
  let sureAt = 0;

  /** Ink's frame as what changes on the screen. */
  function updateOf(text: string): string {
    const found = frameOf(text, text.replace(sequence, ''));
    if (found === null) return text;
    const update = screenUpdate(performance.now() < sureAt ? null : shown, found);
    shown = found;
    last = found;
    return update;
  }
  function write(
    chunk: string | Uint8Array,
    ...rest:
      | [((error?: Error | null) => void)?]
      | [BufferEncoding?, ((error?: Error | null) => void)?]
  ): boolean {
    const changed = typeof chunk === 'string' ? change(chunk) : chunk;
    const text = isWhole && typeof changed === 'string' ? updateOf(changed) : changed;
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
    forget() {
      shown = null;
      sureAt = performance.now() + settling;
    },
    isKnown: () => shown !== null,
    drawAgain() {
      if (isWhole) {
        shown = last;
        stream.write(screenUpdate(null, last));
        return;
      }
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
