import { describe, expect, it } from 'vitest';
import {
  createTaskbarProgress,
  showsTaskbarProgress,
} from '../../../src/ui/terminal/taskbar-progress.ts';

describe('the progress in the taskbar', () => {
  it('is written where it changes, and cleared once', () => {
    const written: string[] = [];
    const taskbar = createTaskbarProgress((text) => written.push(text));
    taskbar.clear();
    taskbar.set({ kind: 'normal', percent: 10 });
    taskbar.set({ kind: 'normal', percent: 10 });
    taskbar.set({ kind: 'paused', percent: 10 });
    taskbar.set({ kind: 'error', percent: 20 });
    taskbar.end();
    taskbar.set({ kind: 'normal', percent: 30 });
    taskbar.end();
    const sequence = (text: string) => `\u001b]9;4;${text}\u001b\\`;
    expect(written).toEqual(['1;10', '4;10', '2;20', '0;0'].map(sequence));
  });

  it.each([
    [{ WT_SESSION: '1' }, true],
    [{ TERM_PROGRAM: 'ghostty' }, true],
    [{ TERM_PROGRAM: 'WezTerm' }, true],
    [{ ConEmuANSI: 'ON' }, true],
    [{ VTE_VERSION: '8003' }, true],
    [{ VTE_VERSION: '7600' }, false],
    [{ TERM_PROGRAM: 'iTerm.app', TERM_FEATURES: 'T3LrMSc7UUw9Ts3BFGsSyHNoSxF' }, false],
    [{ TERM_PROGRAM: 'iTerm.app', TERM_FEATURES: 'T3LrMSc7UUw9Ts3BFGsSyHNoSxFP' }, true],
    [{ TERM: 'xterm-kitty' }, false],
    [{ WT_SESSION: '1', TMUX: '/tmp/tmux' }, false],
    [{ WT_SESSION: '1', TERM: 'screen-256color' }, false],
    [{}, false],
  ])('is for terminals that are known to show it: %o', (environment, isShown) => {
    expect(showsTaskbarProgress(environment)).toBe(isShown);
  });
});
