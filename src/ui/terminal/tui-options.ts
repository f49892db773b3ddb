/** The terminal of this process, or one that a test has made. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Where and how an interface is drawn. Apart from what draws it, so that nothing is loaded before it is needed. */
export interface TuiOptions {
  readonly color: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly streams: TerminalStreams;
  /** Takes secrets out of everything that is drawn. */
  readonly redact: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told how long each frame took, in milliseconds. */
  readonly onFrame?: (milliseconds: number) => void;
}
