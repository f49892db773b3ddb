import type { Program } from '../../core/kernel/program.ts';

/**
 * How to ask the person in front of this process; `null` without one. The terminal edits the line itself, so that Ctrl+C
 * stays a signal.
 */
export function terminalAsk(drain: AbortSignal): Program['ask'] {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return async (question) => {
    const { createInterface } = await import('node:readline');
    const reading = createInterface({ input: stdin, terminal: false });
    // Ink, when it ends, leaves the terminal as one that nobody waits for: the process would end in the middle of the question.
    stdin.ref();
    try {
      stderr.write(question);
      return await new Promise<string | null>((resolve, reject) => {
        const stop = () => reject(drain.reason);
        if (drain.aborted) stop();
        drain.addEventListener('abort', stop, { once: true });
        reading.once('line', resolve);
        reading.once('close', () => resolve(null));
      });
    } finally {
      reading.close();
    }
  };
}
