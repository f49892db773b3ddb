import { type MigratorError, toMigratorError } from '../../kernel/errors.ts';

/** Runs checks side by side and keeps what each one throws, so that all problems are reported at once. */
export interface Problems {
  readonly problems: MigratorError[];
  /** `null` where the check failed. @throws what an interruption throws */
  attempt<T>(check: () => Promise<T>): Promise<T | null>;
}

export function collectProblems(signal: AbortSignal): Problems {
  const problems: MigratorError[] = [];
  return {
    problems,
    async attempt(check) {
      try {
        return await check();
      } catch (thrown) {
        const error = toMigratorError(thrown);
        if (signal.aborted || error.code === 'interrupted') throw error;
        problems.push(error);
        return null;
      }
    },
  };
}
