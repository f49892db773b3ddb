import { describe, expect, it } from 'vitest';
import { createBudgetBoard } from '../../../src/core/network/budgets.ts';
import {
  bitbucketCloudLimits,
  gitHubEnterpriseServerLimits,
  gitHubLimits,
} from '../../../src/core/network/rate-limit/limits.ts';
import { freshRateLimitState } from '../../../src/core/network/rate-limit/rate-limit-state.ts';
import { createMemoryRateLimitStore } from '../../../src/core/network/rate-limit/rate-limit-store.ts';
import { viewBudgets } from '../../../src/core/network/rate-limit/view-budgets.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const window = 'requests an hour';

describe('the hourly limits of a host', () => {
  it('are what we have sent, and when the first of it is forgotten', () => {
    const state = {
      ...freshRateLimitState,
      windows: { [window]: [[now - 20 * minute, 30] as const, [now, 12] as const] },
    };
    expect(viewBudgets('h', bitbucketCloudLimits, state, now)).toEqual([
      {
        host: 'h',
        service: 'Bitbucket',
        name: window,
        used: 42,
        limit: 1000,
        resetAt: now + 40 * minute,
      },
    ]);
  });

  it('are never more than the limit, where our window forgets later than the host', () => {
    const state = { ...freshRateLimitState, windows: { [window]: [[now, 1003] as const] } };
    expect(viewBudgets('h', bitbucketCloudLimits, state, now)).toMatchObject([
      { used: 1000, limit: 1000 },
    ]);
    const budget = { remaining: -3, resetAt: now + minute };
    const spent = { ...freshRateLimitState, meteredAt: now, budget };
    expect(viewBudgets('h', gitHubLimits, spent, now).at(-1)).toMatchObject({ used: 5000 });
  });

  it('are those that the host has named', () => {
    const state = { ...freshRateLimitState, hostLimits: { api: 4000 } };
    expect(viewBudgets('h', bitbucketCloudLimits, state, now)).toMatchObject([
      { used: 0, limit: 4000, resetAt: null },
    ]);
  });

  it('are what the host says is left, where it says that', () => {
    const resetAt = now + 10 * minute;
    const state = { ...freshRateLimitState, meteredAt: now, budget: { remaining: 4100, resetAt } };
    const views = viewBudgets('h', gitHubLimits, state, now);
    expect(views.map(({ name }) => name)).toEqual(['content-creating requests an hour', window]);
    expect(views[1]).toMatchObject({ used: 900, limit: 5000, resetAt });
    const limitOf = (own: number, remaining: number) => {
      const windows = { [window]: [[now, own] as const] };
      const known = { ...state, windows, budget: { remaining, resetAt } };
      return viewBudgets('h', gitHubLimits, known, now)[1];
    };
    expect(limitOf(708, 4295)).toMatchObject({ used: 705, limit: 5000 });
    expect(limitOf(100, 14_900)).toMatchObject({ used: 100, limit: 15_000 });
  });

  it('are none of a server that has none', () => {
    expect(viewBudgets('h', gitHubEnterpriseServerLimits, freshRateLimitState, now)).toEqual([]);
  });
});

it('the board shows hosts from which something was asked, and changes nothing', async () => {
  const store = createMemoryRateLimitStore();
  const board = createBudgetBoard({ store, clock: { now: () => now } });
  board.add({ key: 'one', host: 'one', limits: bitbucketCloudLimits });
  board.add({ key: 'two', host: 'two', limits: bitbucketCloudLimits });
  const used = { ...freshRateLimitState, windows: { [window]: [[now, 1] as const] } };
  await store.update('one', () => ({ state: used, result: null }));
  expect((await board.read()).map(({ host }) => host)).toEqual(['one']);
  const after = await store.update('one', (state) => ({ state, result: state }));
  expect(after).toBe(used);
});

it('the limit of several credentials of a host is the sum of theirs, but one of an account is counted once', async () => {
  const store = createMemoryRateLimitStore();
  const board = createBudgetBoard({ store, clock: { now: () => now } });
  const used = { ...freshRateLimitState, windows: { [window]: [[now, 3] as const] } };
  for (const key of ['one', 'two', 'three']) {
    board.add({ key, host: 'host', limits: bitbucketCloudLimits });
    await store.update(key, () => ({ state: used, result: null }));
  }
  for (const key of ['three', 'four']) {
    await store.fold(key, 'account');
    board.add({ key, host: 'host', limits: bitbucketCloudLimits, account: 'account' });
  }
  expect(await board.read()).toEqual([
    expect.objectContaining({ used: 9, limit: 3000, credentials: 3 }),
  ]);
});
