import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import type { Dispatcher } from '../../../../src/core/ports/state/dispatcher.ts';
import { openDirectly } from '../postgresql/database-place.ts';
import {
  type DispatcherPlace,
  everything,
  openDispatcherPlace,
  repository,
} from './dispatcher-place.ts';

let place: DispatcherPlace;
let admin: Client;
beforeAll(async () => {
  place = await openDispatcherPlace();
  admin = await place.database.connect();
});
afterAll(async () => {
  await admin.end();
  await place[Symbol.asyncDispose]();
});

/** Connections of which the statement with this number breaks one: before the server has it, or after it has answered. */
function breakingAt(url: string) {
  let statement = 0;
  let broken: { number: number; side: 'before' | 'after' } | null = null;
  async function open(): Promise<Client> {
    const client = await openDirectly(url);
    const run = client.query.bind(client) as (sql: string, values: unknown[]) => Promise<unknown>;
    client.query = (async (sql: string, values: unknown[]) => {
      statement += 1;
      const breaks = statement === broken?.number;
      const result = breaks && broken?.side === 'before' ? null : await run(sql, values);
      if (!breaks) return result;
      await client.end();
      throw new Error('Connection terminated unexpectedly');
    }) as never;
    return client;
  }
  return {
    open,
    begin(next: typeof broken) {
      statement = 0;
      broken = next;
    },
    statements: () => statement,
  };
}

/** Works off three repositories: one is put back once. @returns what was handed out, in its order */
async function workOff(dispatcher: Dispatcher, migration: string): Promise<readonly string[]> {
  const own = { migrations: [migration], waves: null };
  await dispatcher.queue(['a', 'b', 'c'].map((source) => repository({ migration, source })));
  const worked: string[] = [];
  while (worked.length < 4) {
    const taken = await dispatcher.take(own);
    if (taken === null) {
      // It was taken, but the answer was lost: as pg-boss does it after ten seconds without a heartbeat.
      await admin.query(
        `UPDATE migrator_queue.job SET state = 'retry'
         WHERE state = 'active' AND name LIKE 'repository/${migration}/%'`,
      );
      continue;
    }
    const isFirst = !worked.includes(taken.source);
    worked.push(taken.source);
    if (taken.source === 'a' && isFirst) await taken.putBack({ afterMilliseconds: 0 });
    else await taken.done();
  }
  return worked;
}

describe('a connection to the database that breaks', () => {
  it('loses and doubles nothing, at whatever statement', async () => {
    const breaking = breakingAt(place.database.url);
    const clock = { ...systemClock, sleep: () => systemClock.sleep(0) };
    const dispatcher = await place.open({ open: breaking.open, clock });
    breaking.begin(null);
    expect(await workOff(dispatcher, 'whole')).toEqual(['a', 'a', 'b', 'c']);
    const statements = breaking.statements();
    const runs = Array.from({ length: 2 * statements }, (_, run) => run);
    for (const run of runs) {
      const number = 1 + Math.floor(run / 2);
      breaking.begin({ number, side: run % 2 === 0 ? 'before' : 'after' });
      const migration = `m${run}`;
      expect([...(await workOff(dispatcher, migration))].sort()).toEqual(['a', 'a', 'b', 'c']);
      expect([number, await place.countJobs(migration)]).toEqual([number, {}]);
    }
  });

  it('loses nothing when it breaks every 200 milliseconds', async () => {
    const dispatcher = await place.open();
    const controller = new AbortController();
    const breaking = (async () => {
      while (!controller.signal.aborted) {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await sleep(200);
      }
    })();
    try {
      for (const migration of Array.from({ length: 15 }, (_, index) => `b${index}`)) {
        expect([...(await workOff(dispatcher, migration))].sort()).toEqual(['a', 'a', 'b', 'c']);
      }
    } finally {
      controller.abort();
      await breaking;
    }
  });

  it('can be behind a pooler that gives each transaction another session', async () => {
    const sessions = [
      await openDirectly(place.database.url),
      await openDirectly(place.database.url),
    ];
    let next = 0;
    let isInTransaction = false;
    const pooled = {
      query(sql: string, values: unknown[]) {
        if (!isInTransaction) next = 1 - next;
        isInTransaction = sql === 'BEGIN' || (isInTransaction && !/^(COMMIT|ROLLBACK)$/.test(sql));
        return sessions[next]?.query(sql, values);
      },
      end: () => Promise.all(sessions.map((session) => session.end())),
    };
    const dispatcher = await place.open({ open: async () => pooled as never });
    expect(await workOff(dispatcher, 'pooled')).toEqual(['a', 'a', 'b', 'c']);
  });

  it('makes a sentence when it cannot be opened again', async () => {
    let isDown = false;
    const open = () => (isDown ? Promise.reject(lost) : openDirectly(place.database.url));
    const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const dispatcher = await place.open({ open, patience: 0 });
    isDown = true;
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await expect(dispatcher.take(everything)).rejects.toMatchObject({
      code: 'state',
      message: 'Lost the connection to the database at db:5432/state',
    });
    isDown = false;
    expect(await dispatcher.take(everything)).toBeNull();
  });
});
