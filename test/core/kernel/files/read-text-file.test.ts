import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAtMost, readTextFile } from '../../../../src/core/kernel/files/read-text-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-text-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(path: string, maxBytes = 100): Promise<string> {
  return readTextFile({ path, what: 'plan', code: 'input-file', maxBytes });
}

describe('readTextFile', () => {
  it('reads a file, also through links to it', async () => {
    const path = join(folder, 'plan.json');
    writeFileSync(path, 'Größe');
    symlinkSync('plan.json', join(folder, 'link'));
    symlinkSync('link', join(folder, 'link-to-link'));
    expect(await read(path)).toBe('Größe');
    expect(await read(join(folder, 'link-to-link'))).toBe('Größe');
  });

  it('refuses a FIFO at once, though nobody writes to it', async () => {
    const path = join(folder, 'fifo');
    execFileSync('mkfifo', [path]);
    await expect(read(path)).rejects.toThrow(`The plan ${path} is a FIFO, not a file`);
    symlinkSync('fifo', join(folder, 'link'));
    await expect(read(join(folder, 'link'))).rejects.toThrow('is a FIFO, not a file');
  });

  it.each(['/dev/zero', '/dev/urandom', '/dev/null'])('refuses %s', async (path) => {
    await expect(read(path)).rejects.toMatchObject({
      code: 'input-file',
      message: `The plan ${path} is a device, not a file`,
    });
  });

  it('refuses a socket', async () => {
    const path = join(folder, 'socket');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    try {
      await expect(read(path)).rejects.toThrow(`The plan ${path} is a socket, not a file`);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('refuses a folder, a file that is missing and a link to nothing', async () => {
    await expect(read(folder)).rejects.toThrow(`The plan ${folder} is a folder, not a file`);
    await expect(read(join(folder, 'missing'))).rejects.toThrow('does not exist');
    symlinkSync('missing', join(folder, 'link'));
    await expect(read(join(folder, 'link'))).rejects.toThrow('does not exist');
  });

  it('takes as many bytes as are allowed, and not one more', async () => {
    const path = join(folder, 'plan.json');
    writeFileSync(path, 'x'.repeat(100));
    expect(await read(path)).toHaveLength(100);
    await expect(read(path, 99)).rejects.toThrow(`The plan ${path} is larger than 99 bytes`);
  });

  it('refuses what is not UTF-8', async () => {
    const path = join(folder, 'plan.json');
    writeFileSync(path, Uint8Array.of(0xff, 0xfe));
    await expect(read(path)).rejects.toThrow(`The plan ${path} is not UTF-8 text`);
  });
});

describe('readAtMost', () => {
  it('ends with the bytes that are allowed, where a file has no end', async () => {
    await using endless = await open('/dev/zero');
    expect(await readAtMost(endless, 3_000_000)).toHaveLength(3_000_000);
  });

  it('ends with the file', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'abc');
    await using file = await open(path);
    expect((await readAtMost(file, 10)).toString()).toBe('abc');
  });
});
