import { MigratorError } from '../../core/kernel/errors.ts';
import type { Program } from '../../core/kernel/program.ts';

/**
 * How to ask the person at a terminal; `null` without one. The terminal edits the line itself, so that Ctrl+C stays a
 * signal.
 */
export function terminalAsk(
  { stdin, stderr }: { readonly stdin: NodeJS.ReadStream; readonly stderr: NodeJS.WriteStream },
  drain: AbortSignal,
): Program['ask'] {
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return async (question) => {
    const { createInterface } = await import('node:readline');
    const reading = createInterface({ input: stdin, terminal: false });
    // Ink unreferences stdin when it ends: the process would exit in the middle of the question.
    stdin.ref();
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const stop = () => reject(drain.reason);
    try {
      stderr.write(question);
      if (drain.aborted) stop();
      drain.addEventListener('abort', stop, { once: true });
      reading.once('line', resolve);
      reading.once('close', () => resolve(null));
      return await promise;
    } finally {
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
        `Standard input has more than ${maxCharacters} characters`,
        { hint: 'Check what you pipe into it.' },
      );
    }
  }
  return text;
}
