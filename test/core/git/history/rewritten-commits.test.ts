import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readRewritten,
  saveRewritten,
} from '../../../../src/core/git/history/rewritten-commits.ts';

const one = `${'1'.repeat(12)}${'a'.repeat(28)}`;
const two = `${'1'.repeat(12)}${'b'.repeat(28)}`;
const three = 'f'.repeat(40);

describe('the table of commits that a cut history renamed', () => {
  it('finds a commit by its whole name or the beginning of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrator-test-'));
    await saveRewritten(
      folder,
      new Map([
        [three, '3'.repeat(40)],
        [one, '4'.repeat(40)],
        [two, '5'.repeat(40)],
      ]),
    );
    const table = await readRewritten(folder);
    expect(table.find(three)).toBe('3'.repeat(40));
    expect(table.find('f'.repeat(12))).toBe('3'.repeat(40));
    expect(table.find(two)).toBe('5'.repeat(40));
    expect(table.find('1'.repeat(12))).toBeNull();
    expect(table.find('e'.repeat(12))).toBeNull();
  });

  it('is empty where nothing was cut', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrator-test-'));
    expect((await readRewritten(folder)).find(one)).toBeNull();
  });
});
