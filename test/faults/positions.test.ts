import { expect, it } from 'vitest';
import { tryPositions } from './positions.ts';

it('gives random comments of an archive the hunk, position and lines that git shows', async () => {
  const { wrong, ...tried } = await tryPositions({ cases: 300, seed: 5 });
  expect(wrong).toEqual([]);
  // Each kind is among them.
  for (const [kind, many] of Object.entries(tried))
    expect({ kind, many }).not.toEqual({ kind, many: 0 });
});
