import { systemClock } from '../../../../src/core/kernel/clock.ts';

/** Ends every connection to the database but the one that asks for it. */
export const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** A clock that only sleeping moves on. */
export function sleepingClock() {
  let at = 0;
  const pass = (milliseconds: number) => {
    at += milliseconds;
  };
  const clock = { ...systemClock, sleep: async (milliseconds: number) => pass(milliseconds) };
  return { elapsed: () => at, clock, pass };
}

/** An error as the system gives it for an address. */
export const refused = (code: string) => Object.assign(new Error(code), { code });
