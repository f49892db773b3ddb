import { randomUUID } from 'node:crypto';
import { constants, type Stats, writeFile as writeTo } from 'node:fs';
import { chmod, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';
import { promisify } from 'node:util';
import { descriptorOf } from './open-descriptor.ts';

/**
 * Puts a text where a path leads. A file gets all of it or nothing and keeps its mode; a link stays a link; a
 * device or a FIFO is written through, as a shell would; so is a descriptor that is open, such as `/dev/stdout`.
 * @returns whether there was a file before
 * @throws the system's error
 */
export async function replaceFile(path: string, text: string): Promise<boolean> {
  const existing = await unlessMissing(stat(path));
  if (existing !== null && !existing.isFile()) {
    await writeFile(path, text, { flag: constants.O_WRONLY });
    return false;
  }
  const descriptor = descriptorOf(path);
  if (descriptor !== null && existing !== null) {
    // By a path it would be opened once more, from its beginning: what `>>` is to keep would be lost.
    await promisify(writeTo)(descriptor, text);
    return false;
  }
  const target = await whereLinksLead(path);
  const temporary = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await writeNew(temporary, text, existing);
    await rename(temporary, target);
    return existing !== null;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeNew(path: string, text: string, model: Stats | null): Promise<void> {
  if (model === null) return writeFile(path, text, { flag: 'wx' });
  const mode = model.mode & 0o7777;
  await writeFile(path, text, { flag: 'wx', mode });
  // What the umask took away.
  await chmod(path, mode);
}

/** The path behind all links; the last one may lead to a file that is not there yet. */
async function whereLinksLead(path: string): Promise<string> {
  const found = await unlessMissing(realpath(path));
  if (found !== null) return found;
  const link = await readlink(path).catch(() => null);
  if (link === null) return path;
  // Not normalized: what `..` means behind another link, only the system knows.
  return whereLinksLead(isAbsolute(link) ? link : `${dirname(path)}${sep}${link}`);
}

async function unlessMissing<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
