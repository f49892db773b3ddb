export interface SilenceWatch {
  /** The same bytes; each ends the silence. */
  heard(answer: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Waits for an answer, and minds silence as long. */
  during<T>(answer: Promise<T>): Promise<T>;
}

/** @param onSilence called when nothing has been heard for so many milliseconds */
export function watchSilence(milliseconds: number, onSilence: () => void): SilenceWatch {
  let timer: NodeJS.Timeout | undefined;
  return {
    async *heard(answer) {
      for await (const chunk of answer) {
        timer?.refresh();
        yield chunk;
      }
    },
    async during(answer) {
      timer = setTimeout(onSilence, milliseconds);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        timer = undefined;
      }
    },
  };
}
