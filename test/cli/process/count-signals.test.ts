import { expect, it } from 'vitest';
import { type HeardFrom, signalCounter } from '../../../src/cli/process/count-signals.ts';

/** `[milliseconds, name, from]`, and whether each is one more. */
function counted(...heard: readonly (readonly [number, string, HeardFrom])[]): readonly boolean[] {
  let now = 0;
  const isOneMore = signalCounter({ now: () => now });
  return heard.map(([at, name, from]) => {
    now = at;
    return isOneMore(name, from);
  });
}

it('a Ctrl+C that the launcher tells of as well is one, however late it does', () => {
  expect(counted([0, 'SIGINT', 'system'], [9000, 'SIGINT', 'launcher'])).toEqual([true, false]);
  expect(counted([0, 'SIGINT', 'launcher'], [9000, 'SIGINT', 'system'])).toEqual([true, false]);
});

it('a second one counts with whoever tells of it first', () => {
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

it('a key that is held down is one, and so is a signal that one source tells of twice at once', () => {
  const held = [0, 100, 200, 300].map((at) => [at, 'SIGINT', 'system'] as const);
  expect(counted(...held)).toEqual([true, false, false, false]);
});

it('signals of different names are different ones', () => {
  expect(counted([0, 'SIGINT', 'system'], [1, 'SIGTERM', 'system'])).toEqual([true, true]);
});

it('what only the launcher got counts', () => {
  expect(counted([0, 'SIGTERM', 'launcher'], [400, 'SIGTERM', 'launcher'])).toEqual([true, true]);
});
