import type { Clock } from './clock.ts';
import type { Redactor } from './redact.ts';

/** Where text goes. */
export interface Output {
  write(text: string): void;
  /** True if a person looks at it. */
  readonly isTerminal: boolean;
  /** How wide it is just now; left out or `null` where that means nothing. */
  readonly columns?: number | null;
}

/** The world as cli.ts hands it to a command: nothing in core looks for it by itself. */
export interface Program {
  readonly version: string;
  /** Of Node.js: `24.21.0`. */
  readonly runtime: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Progress and messages. */
  readonly stderr: Output;
  /** Registers a secret when it is read: then neither output nor state ever shows it. */
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** As Math.random. */
  readonly random: () => number;
  readonly pid: number;
  /** Of the account; `null` where the system has none (Windows). */
  readonly uid: number | null;
  readonly hostname: string;
  /** As process.kill: a negative id means the whole process group. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  readonly isProcessAlive: (pid: number) => boolean;
  readonly platform: string;
  /**
   * Asks the person at the terminal and gives the line that was typed; `null` for the end of input. Missing where nobody
   * can be asked. Rejects with the reason of `drain` when the run is to end.
   */
  readonly ask: ((question: string) => Promise<string | null>) | null;
  /** All of standard input. @throws `input-file` where it is longer */
  readonly readInput: (maxCharacters: number) => Promise<string>;
  /** For private short-lived files. */
  readonly temporaryFolder: string;
  /** Aborted by the first Ctrl+C, SIGTERM or SIGHUP: begin nothing new. */
  readonly drain: AbortSignal;
  /** Aborted by the second: stop at once. */
  readonly stop: AbortSignal;
  /** Does what Ctrl+C does, for an interface that gets it as a key. */
  readonly interrupt: () => void;
}
