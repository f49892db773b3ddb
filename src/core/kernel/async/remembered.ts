/** Asks once, or never if the answer is told; a failed try is forgotten, so that it is asked again. */
export function remembered<T>(ask: () => Promise<T>) {
  let answer: Promise<T> | null = null;
  return {
    get(): Promise<T> {
      answer ??= ask().catch((error: unknown) => {
        answer = null;
        throw error;
      });
      return answer;
    },
    set(value: T): void {
      answer = Promise.resolve(value);
    },
    forget(): void {
      answer = null;
    },
  };
}
