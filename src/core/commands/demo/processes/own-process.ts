/** A process of this program. */
export interface OwnProcess {
  /** 0 where it could not be started. */
  readonly pid: number;
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
  /** Calls the listener with each line of its standard output, from now on. */
  onLine(listener: (line: string) => void): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** Given by the registry, because core does not know how this process was started. */
export type StartSelf = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
) => OwnProcess;
