/** Asks at most once, and not at all if the answer is given. After a failure it asks again. */
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
