import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openReadCache,
  type ReadCacheLimits,
} from '../../../../../src/core/replica/reading/read-cache.ts';

const day = 24 * 3_600_000;

let parent: string;
let folder: string;
let now: number;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'migrator-test-'));
  folder = join(parent, 'read');
  now = Date.UTC(2026, 10, 20);
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

const open = (limits: Partial<ReadCacheLimits> = {}) =>
  openReadCache({ folder, now: () => now, limits });

function onlyFile(): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe('what was read from the source', () => {
  it('is there for a later run, in files that nobody else may read', async () => {
    await open().write('a', { text: 'Ä\n' }, 'r1');
    expect(await open().read('a')).toEqual({ text: 'Ä\n' });
    expect(await open().read('a', { revision: 'r1' })).toEqual({ text: 'Ä\n' });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
  });

  it('is not believed for another revision, nor after a day, nor from the future', async () => {
    const cache = open();
    await cache.write('a', 1, 'r1');
    expect(await cache.read('a', { revision: 'r2' })).toBeNull();
    expect(await cache.read('b')).toBeNull();
    now += day;
    expect(await cache.read('a')).toBe(1);
    expect(await cache.read('a', { maxAge: day / 24 })).toBeNull();
    now += 1;
    expect(await cache.read('a')).toBeNull();
    now -= 2 * day;
    expect(await cache.read('a')).toBeNull();
  });

  it.each([
    ['is cut', (text: string) => text.slice(0, -3)],
    ['has other words', (text: string) => text.replace('remark', 'REMARK')],
    ['is empty', () => ''],
    ['has no first line', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['is of another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['is of another entry', (text: string) => text.replace('"key":"a"', '"key":"b"')],
  ])('counts as not there where its file %s', async (_, damage) => {
    const cache = open();
    await cache.write('a', { text: 'A remark' });
    writeFileSync(onlyFile(), damage(readFileSync(onlyFile(), 'utf8')));
    expect(await cache.read('a')).toBeNull();
    await cache.write('a', 2);
    expect(await cache.read('a')).toBe(2);
  });

  it('is not kept beyond the size of an entry or of all', async () => {
    const cache = open({ entryBytes: 1000, totalBytes: 1500 });
    await cache.write('long', 'x'.repeat(1000));
    expect(await cache.read('long')).toBeNull();
    await cache.write('one', 'x'.repeat(700));
    await cache.write('two', 'x'.repeat(700));
    expect(await cache.read('two')).toBeNull();
    expect(await open({ totalBytes: 1500 }).read('one')).toHaveLength(700);
    await cache.forget('one');
    await cache.write('two', 'x'.repeat(700));
    expect(await cache.read('two')).toHaveLength(700);
  });

  it('is done without where the folder takes nothing', async () => {
    writeFileSync(folder, 'a file in its place');
    const cache = open();
    await cache.write('a', 1);
    expect(await cache.read('a')).toBeNull();
    expect(await cache.isEmpty()).toBe(true);
    await cache.forget('a');
  });
});
