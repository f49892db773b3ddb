import type { Background } from '../theme/background.ts';
import type { TerminalFocus } from './terminal-focus.ts';

/** The terminal of this process or of a test. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Where and how an interface is drawn. */
export interface TuiOptions {
  readonly color: boolean;
  /** `auto`, the default: asks the terminal. */
  readonly theme?: 'auto' | Background;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly streams: TerminalStreams;
  /** Removes secrets from everything that is drawn. */
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The title of the terminal while this is shown; read after each frame. */
  readonly title?: () => string;
  /** Learns whether the terminal has the focus; left out: nobody asks. */
  readonly focus?: TerminalFocus;
  /** Gets the milliseconds that each frame took. */
  readonly onFrame?: (milliseconds: number) => void;
}

/**
 * Call it before Ink is loaded: Ink styles with chalk, which decides on import and ignores NO_COLOR. Without colours the theme has
 * none, and chalk still writes bold.
 */
export function prepareTerminal(color: boolean): void {
  if (!color) process.env.FORCE_COLOR = '1';
}
