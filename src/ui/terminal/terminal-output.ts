import { frameOf, screenUpdate } from './screen-update.ts';

/** Standard output as a screen is drawn on it. */
export interface TerminalOutput {
  readonly stream: NodeJS.WriteStream;
  /** Draws all of the last frame again. */
  drawAgain(): void;
  /** Nobody knows any more what is on the screen: the next frame draws all of it. */
  forget(): void;
  /** Tells whether a frame was drawn since. */
  isKnown(): boolean;
}

/** Milliseconds after a resize in which frames of both sizes come. */
export const settling = 500;

/** Sequences that draw nothing: colours, moves, modes. */
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/**
 * The same stream, with every text changed (redacted) before it is written. It remembers the last frame, and writes only the rows
 * that differ from it.
 */
export function terminalOutput(
  stream: NodeJS.WriteStream,
  change: (text: string) => string,
): TerminalOutput {
  /** Rows of the screen; `null`: unknown. */
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
    const text = typeof chunk === 'string' ? updateOf(change(chunk)) : chunk;
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
      shown = last;
      stream.write(screenUpdate(null, last));
    },
  };
}
