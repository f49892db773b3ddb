import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadMarkerKey } from '../../../src/core/state/marker-key.ts';

describe('the key that signs markers', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrator-test-'));
  });

  it('is made once, for its owner alone, and stays the same', async () => {
    const state = join(folder, 'state');
    const first = await loadMarkerKey(state);
    expect(first).toHaveLength(32);
    expect(await loadMarkerKey(state)).toEqual(first);
    expect((await stat(join(state, 'marker.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(state)).toEqual(['marker.key']);
  });

  it('is one for all who begin at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadMarkerKey(folder)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  });

  it('is never replaced where it is damaged', async () => {
    await writeFile(join(folder, 'marker.key'), 'half');
    await expect(loadMarkerKey(folder)).rejects.toMatchObject({ code: 'state' });
  });
});
