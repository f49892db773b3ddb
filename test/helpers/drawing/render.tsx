import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers';
import headless from '@xterm/headless';
import type { ReactNode } from 'react';
import { runTui } from '../../../src/ui/terminal/run-tui.tsx';

export interface Rendered<Value> {
  /** The rows of the terminal, with what has scrolled off above them, without the empty ones at the end. */
  rows(): string[];
  /** Types, as a person would: once something is shown. */
  press(keys: string): void;
  /** Types, whatever is shown. */
  pressNow(keys: string): void;
  /** As a terminal sends what was pasted. */
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves once what is shown is as wanted. */
  waitFor(wanted: (rows: string[]) => boolean): Promise<void>;
  /** Resolves once this stands somewhere. */
  until(text: string): Promise<void>;
  /** Everything that was written. */
  raw(): string;
  readonly isRaw: () => boolean;
  /** Value that the screen ended with. */
  readonly ended: Promise<Value>;
  /** Ends it from outside. */
  end(value: Value): void;
}

/** Keys as terminals send them. */
export const keys = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  home: '\u001b[H',
  end: '\u001b[F',
  enter: '\r',
  esc: '\u001b',
  backspace: '\u007f',
  ctrlC: '\u0003',
};

/** Draws a screen, as the program does, in a terminal of any size that is all in memory. */
export function renderScreen<Value>(options: {
  screen: (end: (value: Value) => void) => ReactNode;
  columns?: number;
  rows?: number;
  color?: boolean;
  environment?: Readonly<Record<string, string>>;
  now?: () => number;
  redact?: (text: string) => string;
}): Rendered<Value> {
  const { columns = 80, rows = 24, color = false } = options;
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: 5000,
    allowProposedApi: true,
    convertEol: true,
  });
  const watchers = new Set<() => void>();
  let raw = '';
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    write(text: string, ...rest: unknown[]) {
      raw += text;
      // An empty field draws nothing but its cursor.
      nextTurn(input.open);
      terminal.write(text, () => {
        for (const watch of watchers) watch();
      });
      for (const one of rest) if (typeof one === 'function') one();
      return true;
    },
  });
  const input = createInput();
  let endIt: (value: Value) => void = () => {};
  const ended = runTui<Value>({
    color,
    environment: { LANG: 'en_US.UTF-8', TERM: 'xterm-256color', ...options.environment },
    streams: {
      stdin: input.stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
    },
    redact: options.redact ?? ((text) => text),
    now: options.now ?? Date.now,
    screen(end) {
      endIt = end;
      return options.screen(end);
    },
  });

  function shown(): string[] {
    const { active } = terminal.buffer;
    const all = Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString(true) ?? '',
    );
    while (all.at(-1) === '') all.pop();
    return all;
  }
  function waitFor(wanted: (rows: string[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const watch = () => {
        if (!wanted(shown())) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      const fail = (why: string) =>
        reject(new Error(`${why} before it showed that:\n${shown().join('\n')}`));
      ended.then(
        () => {
          watch();
          fail('it ended');
        },
        (error: unknown) => fail(`it failed (${String(error)})`),
      );
      watch();
    });
  }
  return {
    rows: shown,
    press: input.send,
    pressNow: input.sendNow,
    paste: (text) => input.send(`\u001b[200~${text}\u001b[201~`),
    resize(wide, high) {
      terminal.resize(wide, high);
      Object.assign(stdout, { columns: wide, rows: high });
      stdout.emit('resize');
    },
    waitFor,
    until: (text) => waitFor((all) => all.some((row) => row.includes(text))),
    raw: () => raw,
    isRaw: () => input.stdin.isRaw,
    ended,
    end: (value) => endIt(value),
  };
}

function createInput() {
  const waiting: string[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    isRaw: false,
    setEncoding() {},
    setRawMode(on: boolean) {
      stdin.isRaw = on;
    },
    ref() {},
    unref() {},
    pause() {},
    resume() {},
    read: () => waiting.shift() ?? null,
  });
  let early: string[] | null = [];
  function sendNow(text: string): void {
    waiting.push(text);
    stdin.emit('readable');
  }
  return {
    stdin,
    sendNow,
    send(text: string) {
      if (early === null) sendNow(text);
      else early.push(text);
    },
    open() {
      for (const text of early?.splice(0) ?? []) sendNow(text);
      early = null;
    },
  };
}
