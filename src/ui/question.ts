/**
 * Asks one question at a time, until an answer or a signal.
 * @param show gets the question; `null`: none is open any more
 */
export function createQuestion(show: (question: string | null) => void, drain: AbortSignal) {
  let answer: ((text: string) => void) | null = null;
  const ask = (question: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const stop = () => {
        close();
        reject(drain.reason);
      };
      function close(): void {
        answer = null;
        drain.removeEventListener('abort', stop);
        show(null);
      }
      answer = (text) => {
        close();
        resolve(text);
      };
      show(question);
      if (drain.aborted) stop();
      else drain.addEventListener('abort', stop, { once: true });
    });
  return { ask, answer: (text: string) => answer?.(text) };
}
