import { type App, type AppFlags, createApp } from '../../app/create-app.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { Program } from '../../kernel/program.ts';
import type { TimedEvent } from '../../ports/events.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { type TypedCredentials, withTyped } from '../credentials.ts';

/** The app of the credentials that hold now: opened when it is needed, closed when they change. */
export interface SessionApp {
  readonly flags: AppFlags;
  variables(): Variables;
  setCredentials(typed: TypedCredentials): void;
  /** A program with these credentials that writes nothing: only the screens may write to the terminal. */
  silentProgram(): Program;
  /** Shared by all calls. */
  app(): Promise<App>;
  source(): Promise<SourceHost>;
  /** One more, for its caller to close. */
  open(): Promise<App>;
  close(): Promise<void>;
}

export function createSessionApp(options: {
  program: Program;
  flags: AppFlags;
  onEvent: (event: TimedEvent) => void;
}): SessionApp {
  const { program, onEvent } = options;
  const flags: AppFlags = { ...options.flags, json: false, plain: true };
  let environment = program.environment;
  let opened: Promise<App> | null = null;

  function silentProgram(): Program {
    const nowhere = { write() {}, isTerminal: false };
    const silent = { stdout: nowhere, stderr: nowhere, ask: null, openLiveView: null };
    return { ...program, environment, ...silent };
  }
  function open(): Promise<App> {
    return createApp({ program: silentProgram(), flags, onEvent });
  }
  async function app(): Promise<App> {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  async function close(): Promise<void> {
    const before = opened;
    opened = null;
    // Whoever asked for it knows already why it could not be opened.
    const closing = await before?.catch(() => null);
    await closing?.[Symbol.asyncDispose]();
  }
  return {
    flags,
    variables: () => environment,
    setCredentials(typed) {
      environment = withTyped(program.environment, typed);
      void close();
    },
    silentProgram,
    app,
    source: async () => (await app()).source({ usesGit: false }),
    open,
    close,
  };
}
