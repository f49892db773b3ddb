import { describe, expect, it } from 'vitest';
import { canShowInterface, type ProcessEnvironment } from '../../../src/ui/terminal/mode.ts';

describe('the full interface', () => {
  const terminal: ProcessEnvironment = {
    environment: { TERM: 'xterm-256color' },
    stdin: { isTTY: true },
    stdout: { isTTY: true },
    stderr: { isTTY: true },
    isInBackground: false,
  };
  it('is shown at a terminal', () => {
    expect(canShowInterface(terminal)).toBe(true);
  });
  it.each<[string, Partial<ProcessEnvironment>]>([
    ['where nobody can type', { stdin: {} }],
    ['in the background', { isInBackground: true }],
    ['where results go to a file', { stdout: {} }],
    ['where messages go to a file', { stderr: {} }],
    ['under CI', { environment: { TERM: 'xterm', CI: 'true' } }],
    ['on a dumb terminal', { environment: { TERM: 'dumb' } }],
    ['on a terminal that does not say what it is', { environment: {} }],
    ['beside a screen reader', { environment: { TERM: 'xterm', INK_SCREEN_READER: 'true' } }],
    ['where accessible output is asked for', { environment: { TERM: 'xterm', ACCESSIBLE: '1' } }],
  ])('is not shown %s', (_, other) => {
    expect(canShowInterface({ ...terminal, ...other })).toBe(false);
  });
  it('takes CI=false for what it says', () => {
    expect(canShowInterface({ ...terminal, environment: { TERM: 'xterm', CI: 'false' } })).toBe(
      true,
    );
  });
});
