import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { keystrokesOf } from '../../../src/ui/keys/keystrokes.ts';

describe('keys', () => {
  const nothing = {} as Key;
  it('that arrive together are told apart', () => {
    expect(keystrokesOf('jj', nothing).map(({ key }) => key)).toEqual(['j', 'j']);
    expect(keystrokesOf('hi\r', nothing).map(({ key }) => key)).toEqual(['h', 'i', 'enter']);
    expect(keystrokesOf('a\u0003', nothing).map(({ key }) => key)).toEqual(['a', 'ctrl+c']);
  });
  it.each<[string, Partial<Key>, string]>([
    ['', { upArrow: true }, 'up'],
    ['', { tab: true, shift: true }, 'shift+tab'],
    ['c', { ctrl: true }, 'ctrl+c'],
    [' ', {}, 'space'],
  ])('%j with %j is %s', (input, key, name) => {
    expect(keystrokesOf(input, { ...nothing, ...key })[0]?.key).toBe(name);
  });
  it('that type nothing and are bound to nothing are dropped', () => {
    expect(keystrokesOf('\u0000\u009b', nothing)).toEqual([]);
    expect(keystrokesOf('x', { ...nothing, meta: true })).toEqual([]);
  });
});
