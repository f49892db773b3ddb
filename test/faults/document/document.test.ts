import { describe, expect, it } from 'vitest';
import { withRun, withSection } from './document.ts';

const page = 'Before\n<!-- begin: live -->\n<!-- end: live -->\nAfter\n';
const run = (seed: number, lost: number) =>
  [
    `\`npm run faults -- --live --seed ${seed}\`, 2026-11-23`,
    ...['', '```text', `lost  ${lost}`, '', 'seed  1', '```'],
  ].join('\n');

describe('a section of docs/reliability.md', () => {
  it('is replaced', () => {
    const once = withSection(page, 'live', 'First');
    const again = 'Before\n<!-- begin: live -->\nSecond\n<!-- end: live -->\nAfter\n';
    expect(withSection(once, 'live', 'Second')).toBe(again);
    expect(() => withSection(page, 'kills', '')).toThrow('no section kills');
  });

  it('keeps a run of each seed, the newest of each', () => {
    const runs = [run(2, 1), run(1, 0), run(2, 0)];
    const all = runs.reduce((text, one) => withRun(text, 'live', one), page);
    expect(all).toBe(withSection(page, 'live', `${run(1, 0)}\n\n${run(2, 0)}`));
  });
});
