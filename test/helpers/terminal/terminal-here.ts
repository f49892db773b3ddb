import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createScreen, watchScreen } from '../../../scripts/terminal/screen.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { guardedOutput } from '../../../src/cli/process/guarded-output.ts';
import { terminalAsk } from '../../../src/cli/process/terminal-input.ts';
import { terminalViews } from '../../../src/cli/views.ts';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import { createTerminalFocus } from '../../../src/ui/terminal/terminal-focus.ts';
import { reportOnFailure } from '../program/report-on-failure.ts';
import { createProgramHere, standIn } from '../program/run-here.ts';
import { environmentIn } from '../program/run-program.ts';
import type { TerminalOptions, TerminalProgram } from './terminal.ts';

const ctrlC = '\u0003';

export interface ProgramHere extends TerminalProgram {
  /** Tells whether the terminal edits and echoes lines, as it did before the program ran. */
  isCooked(): boolean;
}

/**
 * Runs a command line in this process, at a terminal that is all in memory, which takes a third of the time. Whether a real
 * one is left in order, signals and colours have to be tried with `startInTerminal`.
 */
export function startHere(
  args: readonly string[],
  options: Omit<TerminalOptions, 'shell'>,
): ProgramHere {
  const { columns = 100, rows = 40, cwd } = options;
  const environment = environmentIn({
    cwd,
    environment: { TERM: 'xterm-256color', ...options.environment },
  });
  const redactor = new Redactor();
  const [drain, stop] = [new AbortController(), new AbortController()];
  const interrupt = () => (drain.signal.aborted ? stop : drain).abort();
  const stdin = createKeyboard();
  const screen = createScreen({ columns, rows, reply: (text) => stdin.write(text) });
  const stdout = createOutput(screen.write, { columns, rows });
  const here = { environment, stdin, stdout, stderr: stdout, isInBackground: false };
  const ask = terminalAsk(here, { drain: drain.signal, interrupt });
  const focus = createTerminalFocus();
  const output = guardedOutput(stdout, redactor);
  const { program } = createProgramHere({
    environment,
    temporaryFolder: environment.TMPDIR ?? '/tmp',
    redactor,
    stdout: output,
    stderr: output,
    drain: drain.signal,
    stop: stop.signal,
    interrupt,
    ask,
    ...terminalViews(here, { redactor, ask, focus }),
    isFocused: focus.isFocused,
  });
  async function run(): Promise<number> {
    using _folder = standIn(cwd);
    const code = await runCommandLine(args, program);
    await screen.drawn();
    return code;
  }
  const ended = run();
  const watched = watchScreen(screen, ended);
  reportOnFailure(args, () => watched.lines().join('\n'));
  function kill(): void {
    drain.abort();
    stop.abort();
  }
  onTestFinished(async () => {
    kill();
    await ended;
  });
  return {
    ...watched,
    pid: process.pid,
    ended,
    kill,
    isCooked: () => !stdin.isRaw,
    type(keys) {
      // What a terminal does for a program that reads whole lines.
      if (stdin.isRaw) stdin.write(keys);
      else if (keys === ctrlC) interrupt();
      else {
        stdout.write(keys.replaceAll('\r', '\n'));
        stdin.write(keys.replaceAll('\r', '\n'));
      }
    },
    resize(wide, high) {
      screen.resize(wide, high);
      Object.assign(stdout, { columns: wide, rows: high });
      stdout.emit('resize');
    },
  };
}

function createKeyboard() {
  const keyboard = Object.assign(new PassThrough(), {
    isTTY: true as const,
    isRaw: false,
    setRawMode(on: boolean) {
      keyboard.isRaw = on;
      return keyboard;
    },
    ref: () => keyboard,
    unref: () => keyboard,
  });
  return keyboard as typeof keyboard & NodeJS.ReadStream;
}

function createOutput(write: (text: string) => void, size: { columns: number; rows: number }) {
  const stdout = Object.assign(new EventEmitter(), {
    ...size,
    isTTY: true as const,
    destroyed: false,
    writableEnded: false,
    getColorDepth: () => 8,
    write(text: string | Uint8Array, ...rest: unknown[]) {
      write(String(text).replace(/\r?\n/g, '\r\n'));
      for (const one of rest) if (typeof one === 'function') one();
      return true;
    },
  });
  return stdout as typeof stdout & NodeJS.WriteStream;
}
