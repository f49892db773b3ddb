import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** Milliseconds between two looks. */
const interval = 200;

export interface TakeOver {
  /** From the kill until another process worked on a repository of the killed one. */
  readonly milliseconds: number;
  /** No other was killed meanwhile, which might have taken over. */
  readonly isUndisturbed: boolean;
}

/** Watches how long repositories of killed processes wait until another one works on them. */
export function watchTakeOvers(client: Client) {
  const open = new Map<
    string,
    {
      readonly holder: string;
      readonly at: number;
      readonly kill: number;
      readonly end: () => void;
    }
  >();
  const taken: TakeOver[] = [];
  let kills = 0;
  const stop = new AbortController();

  async function look(): Promise<void> {
    if (open.size === 0) return;
    const { rows } = await client.query(
      `SELECT c.source, c.holder, coalesce(r.status IN ('succeeded', 'skipped'), false) AS is_over
       FROM migrator.claim c LEFT JOIN migrator.repository r USING (migration, source)`,
    );
    for (const { source, holder, is_over } of rows) {
      const one = open.get(source);
      if (one === undefined) continue;
      if (one.holder !== holder)
        taken.push({ milliseconds: performance.now() - one.at, isUndisturbed: one.kill === kills });
      // It was killed after the last thing it had to write about it.
      else if (!is_over) continue;
      open.delete(source);
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
      kills += 1;
      const kill = kills;
      const { rows } = await client.query(
        `SELECT source, holder FROM migrator.claim WHERE pid = $1 AND source <> ''
         AND source NOT LIKE '% %' AND expires_at > migrator.now_ms()`,
        [pid],
      );
      const all = rows.map(
        ({ source, holder }) =>
          new Promise<void>((end) => {
            open.get(source)?.end();
            open.set(source, { holder, at, kill, end });
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
