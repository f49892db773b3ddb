import { type Background, backgroundInReply, withoutReplies } from '../theme/background.ts';
import type { TerminalFocus } from './terminal-focus.ts';
import type { TerminalStreams } from './tui-options.ts';

/** OSC 11 asks for the background. Every terminal answers the second question, so one without OSC 11 costs no wait. */
const questions = '\u001b]11;?\u001b\\\u001b[c';
const lastReply = /\u001b\[\?[\d;]*c/;

/** Milliseconds; enough for SSH. */
const patience = 150;

/**
 * Asks the terminal, which must be in raw mode. Puts back keys that arrive meanwhile.
 * @returns `null` without a reply in 150 ms
 */
export async function askBackground({
  stdin,
  stdout,
}: TerminalStreams): Promise<Background | null> {
  let input = '';
  const { promise: replied, resolve } = Promise.withResolvers<void>();
  function read(): void {
    for (let chunk = stdin.read(); chunk !== null; chunk = stdin.read()) input += String(chunk);
    if (lastReply.test(input)) resolve();
  }
  const timer = setTimeout(resolve, patience);
  stdin.on('readable', read);
  stdout.write(questions);
  await replied;
  clearTimeout(timer);
  stdin.off('readable', read);
  // Reading has begun, and must not keep the process alive where no screen reads on.
  stdin.unref?.();
  const keys = withoutReplies(input);
  if (keys !== '') stdin.unshift(keys);
  return backgroundInReply(input);
}

/** The same input without late replies, and without what `focus` reads. */
export function withoutLateReplies(
  stdin: NodeJS.ReadStream,
  focus?: TerminalFocus,
): NodeJS.ReadStream {
  return new Proxy(stdin, {
    get(target, name) {
      if (name === 'read') return () => readClean(target, focus);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function readClean(stdin: NodeJS.ReadStream, focus: TerminalFocus | undefined): unknown {
  const chunk: unknown = stdin.read();
  if (typeof chunk !== 'string') return chunk;
  const keys = withoutReplies(focus?.read(chunk) ?? chunk);
  return keys || readClean(stdin, focus);
}
