import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import { ClockProvider } from '../hooks/use-clock.tsx';
import { glyphsOf } from '../theme/glyphs.ts';
import { themeOf } from '../theme/theme.ts';
import { UiProvider } from '../theme/ui-context.tsx';
import { type TerminalOutput, terminalOutput } from './terminal-output.ts';
import type { TerminalStreams, TuiOptions } from './tui-options.ts';

const framesPerSecond = 10;
const showCursor = '\u001b[?25h';
const hideCursor = '\u001b[?25l';
const startPasteMode = '\u001b[?2004h';
const endPasteMode = '\u001b[?2004l';

/**
 * Shows a screen until it ends itself. The one place that draws: inline, so that what stands above stays, and never more often
 * than ten times a second. Whatever happens, the terminal is left as it was found. prepareTerminal() comes before this
 * module is loaded.
 * @param options.screen what is drawn; `end` ends the interface, and the last frame stays where it is
 * @returns what the screen ended with
 * @throws what a component threw
 */
export async function runTui<Value>(
  options: TuiOptions & { readonly screen: (end: (value: Value) => void) => ReactNode },
): Promise<Value> {
  const { stdin, stdout } = options.streams;
  const output = terminalOutput(stdout, options.redact);
  const restore = () => restoreTerminal(options.streams);
  const watch = watchWidth(stdout, output.surplusRows);
  // A process that dies in the middle still leaves its terminal in order.
  process.on('exit', restore);
  const takeBack = () => takeTerminal(options.streams, output);
  process.on('SIGCONT', takeBack);
  let ended: { value: Value } | null = null;
  let instance: Instance | null = null;
  const end = (value: Value) => {
    ended ??= { value };
    instance?.unmount();
  };
  // Before the first frame: whoever answers it at once is heard, and not echoed.
  stdin.setRawMode(true);
  try {
    const ui = {
      theme: themeOf(options),
      glyphs: glyphsOf(options.environment),
    };
    instance = render(
      <ClockProvider now={options.now}>
        <UiProvider ui={ui}>{options.screen(end)}</UiProvider>
      </ClockProvider>,
      {
        stdin,
        stdout: output.stream,
        stderr: output.stream,
        interactive: true,
        exitOnCtrlC: false,
        patchConsole: false,
        isScreenReaderEnabled: false,
        maxFps: framesPerSecond,
        onRender: ({ renderTime }) => options.onFrame?.(renderTime),
      },
    );
    if (ended !== null) instance.unmount();
    await instance.waitUntilExit();
    return settled(ended);
  } finally {
    process.off('exit', restore);
    process.off('SIGCONT', takeBack);
    watch.stop();
    restore();
  }
}

function settled<Value>(ended: { value: Value } | null): Value {
  if (ended === null) throw new Error('the interface was closed from outside');
  return ended.value;
}

function restoreTerminal({ stdin, stdout }: TerminalStreams): void {
  if (stdin.isRaw) stdin.setRawMode(false);
  if (!stdout.destroyed && !stdout.writableEnded) stdout.write(`${endPasteMode}${showCursor}`);
}

/** After a stop the shell has had the terminal: its modes are set anew, and what stood there is drawn below what it has written. */
function takeTerminal({ stdin, stdout }: TerminalStreams, output: TerminalOutput): void {
  if (!stdin.isRaw) return;
  // What is set already is not set again.
  stdin.setRawMode(false);
  stdin.setRawMode(true);
  stdout.write(`${hideCursor}${startPasteMode}`);
  output.drawAgain();
}

/**
 * A terminal that gets narrower wraps the lines of the frame, and Ink erases as many rows as it has drawn: those that have come by
 * wrapping are erased before it. It has to watch first.
 */
function watchWidth(
  stdout: NodeJS.WriteStream,
  surplusRows: (columns: number) => number,
): { stop(): void } {
  let before = stdout.columns;
  function onResize(): void {
    const { columns } = stdout;
    const surplus = columns < before ? surplusRows(columns) : 0;
    before = columns;
    if (surplus > 0) stdout.write('\u001b[2K\u001b[1A'.repeat(surplus));
  }
  stdout.on('resize', onResize);
  return {
    stop() {
      stdout.off('resize', onResize);
    },
  };
}
