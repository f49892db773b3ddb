import { describe, expect, it } from 'vitest';
import { notifyEnd } from '../../../../src/core/commands/migrate/notify.ts';

function notified(
  environment: Readonly<Record<string, string>>,
  isTerminal = true,
  counts = { succeeded: 12, skipped: 0, failed: 0 },
): string {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const stderr = { isTerminal, columns: 80, write };
  notifyEnd({ stderr, environment }, counts);
  return written;
}

describe('notifyEnd', () => {
  it('rings, and sends a desktop notification with the counts', () => {
    expect(notified({})).toBe('\u001b]9;migrator: 12 done\u0007\u0007');
    expect(notified({}, true, { succeeded: 1, skipped: 2, failed: 3 })).toContain(
      'migrator: 1 done, 2 skipped, 3 failed',
    );
  });
  it('is silent under CI and without a terminal', () => {
    expect(notified({ CI: 'true' })).toBe('');
    expect(notified({}, false)).toBe('');
  });
  it('is silent where the person looks at the terminal', () => {
    const written: string[] = [];
    const stderr = { isTerminal: true, columns: 80, write: (text: string) => written.push(text) };
    const counts = { succeeded: 1, skipped: 0, failed: 0 };
    notifyEnd({ stderr, environment: {}, isFocused: () => true }, counts);
    expect(written).toEqual([]);
    notifyEnd({ stderr, environment: {}, isFocused: () => false }, counts);
    expect(written).toHaveLength(1);
  });
  it('takes CI=false for no CI', () => {
    expect(notified({ CI: 'false' })).not.toBe('');
  });
});
