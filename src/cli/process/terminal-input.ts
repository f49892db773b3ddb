import { MigratorError } from '../../core/kernel/errors.ts';
import type { Program } from '../../core/kernel/program.ts';
import type { Signals } from './signals.ts';

/** Milliseconds after which Esc is a key, and not the beginning of another. */
const escapeTime = 50;

/** How to ask the person at a terminal; `null` without one. Esc answers nothing, as Ctrl+D does, and Ctrl+C interrupts. */
export function terminalAsk(
  { stdin, stderr }: { readonly stdin: NodeJS.ReadStream; readonly stderr: NodeJS.WriteStream },
  { drain, interrupt }: Pick<Signals, 'drain' | 'interrupt'>,
): Program['ask'] {
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return async (question) => {
    const { createInterface } = await import('node:readline');
    // Where it has several lines, the last is edited.
    const [head = '', prompt = ''] = /^(.*\n)?(.*)$/s.exec(question)?.slice(1) ?? [];
    stderr.write(head);
    const reading = createInterface({
      ...{ input: stdin, output: stderr, terminal: true, historySize: 0, prompt },
      escapeCodeTimeout: escapeTime,
    });
    // Ink unreferences stdin when it ends: the process would exit in the middle of the question.
    stdin.ref();
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const stop = () => reject(drain.reason);
    const onKey = (_text: unknown, { name }: { name?: string }) => {
      if (name === 'escape') reading.close();
    };
    try {
      stdin.on('keypress', onKey);
      reading.prompt();
      if (drain.aborted) stop();
      drain.addEventListener('abort', stop, { once: true });
      reading.once('line', resolve);
      reading.on('SIGINT', () => {
        // The process may end at once.
        stdin.setRawMode(false);
        interrupt();
      });
      reading.once('close', () => resolve(null));
      const answer = await promise;
      if (answer === null) stderr.write('\n');
      return answer;
    } finally {
      stdin.off('keypress', onKey);
      reading.close();
    }
  };
}

/**
 * All of standard input.
 * @throws `input-file` where it is longer
 */
export async function readInput(maxCharacters: number): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) {
    text += part;
    if (text.length > maxCharacters) {
      throw new MigratorError(
        'input-file',
        `Standard input is longer than ${maxCharacters} characters`,
        { hint: 'Check what you pipe into it.' },
      );
    }
  }
  return text;
}
