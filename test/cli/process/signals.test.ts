import { expect, it } from 'vitest';
import { type SignalOrigin, signalCounter } from '../../../src/cli/process/signals.ts';

/** Tells whether each `[milliseconds, name, origin]` is one more. */
function counted(
  ...received: readonly (readonly [number, string, SignalOrigin])[]
): readonly boolean[] {
  let now = 0;
  const isOneMore = signalCounter({ now: () => now });
  return received.map(([at, name, from]) => {
    now = at;
    return isOneMore(name, from);
  });
}

it('counts a Ctrl+C once that both origins report, however late', () => {
  expect(counted([0, 'SIGINT', 'system'], [9000, 'SIGINT', 'launcher'])).toEqual([true, false]);
  expect(counted([0, 'SIGINT', 'launcher'], [9000, 'SIGINT', 'system'])).toEqual([true, false]);
});

it('counts a second one at its first report', () => {
  expect(
    counted(
      ...([
        [0, 'SIGINT', 'system'],
        [500, 'SIGINT', 'system'],
        [9000, 'SIGINT', 'launcher'],
        [9500, 'SIGINT', 'launcher'],
        [9900, 'SIGINT', 'launcher'],
      ] as const),
    ),
  ).toEqual([true, true, false, false, true]);
});

it('counts a key that is held down once', () => {
  const held = [0, 100, 200, 300].map((at) => [at, 'SIGINT', 'system'] as const);
  expect(counted(...held)).toEqual([true, false, false, false]);
});

it('counts signals of different names', () => {
  expect(counted([0, 'SIGINT', 'system'], [1, 'SIGTERM', 'system'])).toEqual([true, true]);
});

it('counts what only the launcher received', () => {
  expect(counted([0, 'SIGTERM', 'launcher'], [400, 'SIGTERM', 'launcher'])).toEqual([true, true]);
});
