import type { PgBoss } from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { queuesOf } from '../../../../src/core/state/postgresql/dispatch/take-next.ts';

describe('queuesOf', () => {
  it('finds the queues of a migration beside thousands of others', async () => {
    const names = [...Array.from({ length: 3000 }, (_, index) => `m${index}`), 'own'];
    const queues = names.map((name) => ({ name: `repository/${name}/.`, createdOn: name }));
    // As pg-boss does it where nobody says how many.
    const boss = {
      getQueues: async (_: unknown, { limit = 1000 } = {}) => queues.slice(0, limit),
    } as unknown as Pick<PgBoss, 'getQueues'>;
    const selection = { migrations: ['own'], waves: null };
    expect(await queuesOf(boss, 'repository', selection)).toEqual(['repository/own/.']);
  });
});
