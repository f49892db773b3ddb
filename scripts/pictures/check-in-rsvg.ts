import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Draws a picture with librsvg, which is stricter than browsers.
 * @returns false where it is not installed
 * @throws Error where it cannot draw it, or draws it at another size
 */
export async function checkInRsvg(options: {
  svg: string;
  /** For its files. */
  folder: string;
}): Promise<boolean> {
  const source = join(options.folder, 'picture.svg');
  const target = join(options.folder, 'picture.png');
  await writeFile(source, options.svg);
  try {
    await run('rsvg-convert', ['--output', target, source]);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
  const [, width, height] = /width="(\d+)[^"]*" height="(\d+)/.exec(options.svg) ?? [];
  const png = await readFile(target);
  // Big-endian, after the signature and the head of the first chunk.
  const [wide, high] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (Math.abs(wide - Number(width)) > 1 || Math.abs(high - Number(height)) > 1) {
    throw new Error(`rsvg-convert draws ${wide} x ${high}, not ${width} x ${height}`);
  }
  return true;
}
