import { onTestFailed } from 'vitest';

const mostLines = 60;

/** Where the test that runs now fails, its time-out among it: what a program had written by then, its newest lines. */
export function reportOnFailure(command: readonly string[], written: () => string): void {
  // `npm run faults` is no run of Vitest, and set-ups that several tests share belong to none of them.
  if (process.env.VITEST === undefined) return;
  try {
    onTestFailed(() => {
      const lines = written().trimEnd().split('\n').slice(-mostLines).join('\n');
      process.stderr.write(`\n--- ${command.join(' ')}\n${lines}\n---\n`);
    });
  } catch {
    return;
  }
}
