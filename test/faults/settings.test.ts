import { describe, expect, it } from 'vitest';
import { settingsLines, trySettings } from './settings.ts';

describe('the harness with random settings', () => {
  it('tries as many cases as asked for, with the same outcome for the same seed', () => {
    const first = trySettings({ cases: 20, seed: 4 });
    expect(first).toMatchObject({ cases: 20, wrong: null });
    expect(trySettings({ cases: 20, seed: 4 }).seen).toEqual(first.seen);
    expect(settingsLines(first).join('\n')).toMatch(/^cases +20 random.+wrong +none/s);
  });
});
