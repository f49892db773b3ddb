import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import { createDrawnScreen } from '../drawn-screen.ts';
import { ClockProvider } from '../hooks/use-clock.tsx';
import { backgroundOfEnvironment } from '../theme/background.ts';
import { glyphsOf } from '../theme/glyphs.ts';
import { themeOf } from '../theme/theme.ts';
import { UiProvider } from '../theme/ui-context.tsx';
import { askBackground, withoutLateReplies } from './ask-background.ts';
import { dropEarlyKeys } from './drop-early-keys.ts';
import { showsLinks } from './hyperlinks.ts';
import { endFocusReports, reportFocus } from './terminal-focus.ts';
import { settling, type TerminalOutput, terminalOutput } from './terminal-output.ts';
import { createTerminalTitle } from './terminal-title.ts';
import type { TerminalStreams, TuiOptions } from './tui-options.ts';

const framesPerSecond = 10;
const showCursor = '\u001b[?25h';
const hideCursor = '\u001b[?25l';
const enterWholeScreen = '\u001b[?1049h';
const toTop = '\u001b[H';
const startPasteMode = '\u001b[?2004h';
const endPasteMode = '\u001b[?2004l';

/**
 * Shows a screen on the whole terminal until it ends itself, at most ten frames a second. Restores the terminal in any case. Call prepareTerminal() before this module is loaded.
 * @param options.screen `end` ends the interface
 * @returns what the screen ended with
 * @throws what a component threw
 */
export async function runTui<Value>(
  options: TuiOptions & { readonly screen: (end: (value: Value) => void) => ReactNode },
): Promise<Value> {
  const { stdin, stdout } = options.streams;
  const { focus } = options;
  const output = terminalOutput(stdout, (text) => fromTop(options.redact(text)));
  const title = createTerminalTitle((text) => {
    if (canWrite(stdout)) stdout.write(options.redact(text));
  });
  const restore = () => {
    title.restore();
    if (focus !== undefined && canWrite(stdout)) stdout.write(endFocusReports);
    restoreTerminal(options.streams);
  };
  const stopWatching = watchSize(stdout, output);
  // Restores the terminal even if the process exits in between.
  process.on('exit', restore);
  const onContinue = () => takeTerminal(options.streams, output);
  process.on('SIGCONT', onContinue);
  let ended: { value: Value } | null = null;
  let instance: Instance | null = null;
  const end = (value: Value) => {
    ended ??= { value };
    instance?.unmount();
  };
  // Before the first frame, so that an early answer is read and not echoed.
  stdin.setRawMode(true);
  try {
    const known = knownBackground(options);
    const theme = themeOf({
      color: options.color,
      colorDepth: stdout.getColorDepth?.({ ...options.environment }),
      background: known === undefined ? await askBackground(options.streams) : known,
    });
    const { environment } = options;
    const glyphs = glyphsOf(environment);
    const drawn = createDrawnScreen();
    const ui = { theme, glyphs, hasLinks: showsLinks(environment), drawn };
    await dropEarlyKeys(stdin);
    if (focus !== undefined) stdout.write(reportFocus);
    instance = render(
      <ClockProvider now={options.now}>
        <UiProvider ui={ui}>{options.screen(end)}</UiProvider>
      </ClockProvider>,
      {
        stdin: withoutLateReplies(stdin, focus),
        stdout: output.stream,
        stderr: output.stream,
        interactive: true,
        exitOnCtrlC: false,
        patchConsole: false,
        alternateScreen: true,
        isScreenReaderEnabled: false,
        maxFps: framesPerSecond,
        onRender({ renderTime }) {
          drawn.onFrame();
          if (options.title !== undefined) title.set(options.title());
          options.onFrame?.(renderTime);
        },
      },
    );
    if (ended !== null) instance.unmount();
    await instance.waitUntilExit();
    return endValue(ended);
  } finally {
    process.off('exit', restore);
    process.off('SIGCONT', onContinue);
    stopWatching();
    restore();
  }
}

/** `undefined`: only the terminal knows; `null`: it does not matter. */
function knownBackground({ color, theme = 'auto', environment }: TuiOptions) {
  if (theme !== 'auto') return theme;
  return color ? (backgroundOfEnvironment(environment) ?? undefined) : null;
}

function endValue<Value>(ended: { value: Value } | null): Value {
  if (ended === null) throw new Error('the interface was closed from outside');
  return ended.value;
}

function restoreTerminal({ stdin, stdout }: TerminalStreams): void {
  if (stdin.isRaw) stdin.setRawMode(false);
  if (canWrite(stdout)) stdout.write(`${endPasteMode}${showCursor}`);
}

/** Another screen begins empty, with the cursor where it was on the one before. */
function fromTop(text: string): string {
  return text.replace(enterWholeScreen, `${enterWholeScreen}${toTop}`);
}

function canWrite(stdout: NodeJS.WriteStream): boolean {
  return !stdout.destroyed && !stdout.writableEnded;
}

/** After a stop the shell has used the terminal: sets the modes again, and draws the last frame. */
function takeTerminal({ stdin, stdout }: TerminalStreams, output: TerminalOutput): void {
  if (!stdin.isRaw) return;
  // Node ignores a mode that it has set before.
  stdin.setRawMode(false);
  stdin.setRawMode(true);
  stdout.write(`${fromTop(enterWholeScreen)}${hideCursor}${startPasteMode}`);
  output.drawAgain();
}

/**
 * Another size may move or cut what is on the screen: all of it is drawn again, even where the frame stays the same.
 * Call it before Ink listens for 'resize'.
 * @returns ends it
 */
function watchSize(stdout: NodeJS.WriteStream, output: TerminalOutput): () => void {
  let timer: NodeJS.Timeout | undefined;
  const drawIfForgotten = () => {
    if (!output.isKnown()) output.drawAgain();
  };
  const onResize = () => {
    output.forget();
    clearTimeout(timer);
    timer = setTimeout(drawIfForgotten, settling);
  };
  stdout.on('resize', onResize);
  return () => {
    clearTimeout(timer);
    stdout.off('resize', onResize);
  };
}
