import { setTimeout as wait } from 'node:timers/promises';
import { ofRepositories, type SharedPlace } from './shared-place.ts';

/** Milliseconds between two looks. */
const interval = 200;

export interface TakeOver {
  readonly source: string;
  /** From the kill until another process had the repository of the killed one. Where that one is killed as well, it starts over. */
  readonly milliseconds: number;
  /** No other was killed meanwhile, which might have taken over. */
  readonly isUndisturbed: boolean;
}

interface Left {
  readonly holder: unknown;
  readonly at: number;
  readonly kill: number;
  readonly end: () => void;
}

/** Watches how long repositories of killed processes wait until another one works on them. */
export function watchTakeOvers(ask: SharedPlace['ask']) {
  const open = new Map<string, Left>();
  const taken: TakeOver[] = [];
  let kills = 0;
  const stop = new AbortController();

  async function look(): Promise<void> {
    if (open.size === 0) return;
    const rows = await ask(
      `SELECT source, holder, coalesce(status IN ('succeeded', 'skipped'), false) AS is_over
       FROM migrator.claim LEFT JOIN migrator.repository USING (migration, source)`,
    );
    for (const { source, holder, is_over } of rows) {
      const one = open.get(String(source));
      if (one === undefined) continue;
      if (one.holder !== holder) {
        const milliseconds = performance.now() - one.at;
        taken.push({ source: String(source), milliseconds, isUndisturbed: one.kill === kills });
        // It was killed after the last thing it had to write about it.
      } else if (is_over !== true) continue;
      open.delete(String(source));
      one.end();
    }
  }
  async function lookForEver(): Promise<never> {
    for (;;) {
      await wait(interval, undefined, { signal: stop.signal });
      await look();
    }
  }
  const looking = lookForEver().catch((thrown: unknown) => {
    if (!stop.signal.aborted) throw thrown;
  });
  return {
    /** To be called once the process was killed. @returns resolves once others work on all that it had */
    async killed(pid: number): Promise<{ readonly taken: Promise<unknown> }> {
      const at = performance.now();
      // What it had taken over itself counts up to then.
      await look();
      kills += 1;
      const kill = kills;
      const rows = await ask(
        `SELECT source, holder FROM migrator.claim
         WHERE pid = $1 AND ${ofRepositories} AND expires_at > migrator.now_ms()`,
        pid,
      );
      const all = rows.map(
        ({ source, holder }) =>
          new Promise<void>((end) => {
            open.get(String(source))?.end();
            open.set(String(source), { holder, at, kill, end });
          }),
      );
      return { taken: Promise.all(all) };
    },
    /** @returns milliseconds of each; and how many nobody has ever taken */
    async end(): Promise<{
      readonly taken: readonly TakeOver[];
      readonly left: readonly string[];
    }> {
      stop.abort();
      await looking;
      await look();
      return { taken, left: [...open.keys()] };
    },
  };
}
