import { describe, expect, it } from 'vitest';
import { runOthers } from './run-others.ts';

describe('migrations that are killed while people change their targets', () => {
  it('touch nothing of theirs', { timeout: 300_000 }, async () => {
    const { kills, findings } = await runOthers({
      kills: 3,
      seed: 'short',
      atOnce: 1,
      say: () => {},
    });
    expect(findings).toEqual([]);
    expect(kills).toBe(3);
  });
});
