import { describe, expect, it } from 'vitest';
import { phasesBindings } from '../../../src/screens/phases/phases-keys.ts';
import type { PhasesAction } from '../../../src/screens/phases/phases-state.ts';
import { press } from '../../../src/ui/keys/keymap.ts';
import { cutoverAt, entered } from './a-cutover.ts';

const size = { stops: 3, least: 0, most: 0, page: 5 };

/** Presses a key in a state. @returns what it does */
function pressed(state: ReturnType<typeof cutoverAt>, key: string) {
  const did: unknown[] = [];
  const effects = {
    dispatch: (action: PhasesAction) => did.push(action),
    interrupt: () => did.push('interrupt'),
    answer: (text: string) => did.push(`answer ${text}`),
    choose: (choice: string) => did.push(choice),
  };
  const result = press(phasesBindings(state, size, effects), { key, text: key });
  return result.result === 'done' ? did : [result.result];
}

const locked = [1, entered('lock', 'one')] as const;
const bad = { verdict: 'bad', title: 'no', lines: [], groups: [], canRepeat: true } as const;

describe('the keys of phases', () => {
  it('ask before the command stops, and stop it as Ctrl+C does', () => {
    expect(pressed(cutoverAt(locked), 'q')).toEqual([{ type: 'asking', what: 'stop' }]);
    const asking = cutoverAt(locked, [2, { type: 'asking', what: 'stop' }]);
    expect(pressed(asking, 'y')).toContain('interrupt');
    expect(pressed(asking, 'enter')).toEqual([{ type: 'asking', what: null }]);
    expect(pressed(asking, 'a')).toEqual([{ type: 'asking', what: 'abort' }]);
    expect(pressed(cutoverAt([2, { type: 'asking', what: 'stop' }]), 'a')).toEqual(['unbound']);
    expect(pressed(cutoverAt(locked), 'ctrl+c')).toEqual(['interrupt']);
  });

  it('name what y does, and Esc for no, while they ask about a stop', () => {
    const asking = cutoverAt([2, { type: 'asking', what: 'stop' }]);
    const effects = { dispatch() {}, interrupt() {}, answer() {}, choose() {} };
    const bindings = phasesBindings(asking, size, effects);
    const shown = bindings.map(({ keys, label }) => [keys[0], label]);
    expect(shown.slice(0, 2)).toEqual([
      ['y', 'stop'],
      ['esc', 'no'],
    ]);
  });

  it('abort only while GitHub is closed, and after a question', () => {
    expect(pressed(cutoverAt(), 'a')).toEqual(['refused']);
    expect(pressed(cutoverAt(locked), 'a')).toEqual([{ type: 'asking', what: 'abort' }]);
    expect(pressed(cutoverAt(locked, [2, { type: 'begun', phase: 'open' }]), 'a')).toEqual([
      'refused',
    ]);
    const failed = cutoverAt(
      locked,
      [2, { type: 'end', result: bad, now: 2 }],
      [3, { type: 'asking', what: 'abort' }],
    );
    expect(pressed(failed, 'y')).toContain('abort');
  });

  it('run it again or close it once it has ended', () => {
    const failed = cutoverAt(locked, [2, { type: 'end', result: bad, now: 2 }]);
    expect(pressed(failed, 'r')).toEqual(['again']);
    for (const key of ['q', 'esc']) expect(pressed(failed, key)).toEqual(['leave']);
    expect(pressed(cutoverAt(locked), 'r')).toEqual(['unbound']);
  });

  it('answer a question by one key, and take nothing but a yes for a yes', () => {
    const asked = cutoverAt([1, { type: 'question', text: 'Lock? [y/N] ' }]);
    expect(pressed(asked, 'y')).toEqual(['answer y']);
    for (const key of ['n', 'enter', 'esc', 'q']) expect(pressed(asked, key)).toEqual(['answer ']);
    expect(pressed(asked, 'a')).toEqual(['unbound']);
  });
});
