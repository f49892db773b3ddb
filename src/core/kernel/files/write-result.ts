import { randomUUID } from 'node:crypto';
import { constants, writeFile as writeTo } from 'node:fs';
import {
  chmod,
  link,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';
import { promisify } from 'node:util';
import { diskFull, MigratorError } from '../errors.ts';
import { count } from '../format/format.ts';
import { jsonLine } from '../format/json.ts';
import type { Program } from '../program.ts';
import {
  alreadyThere,
  cannotWrite,
  descriptorOf,
  ofAnother,
  refusePipesOfOthers,
} from './check-outputs.ts';
import { isTrusted } from './other-accounts.ts';

interface WrittenFile {
  path: string;
  /** How many items the result holds. */
  repositories?: number;
  people?: number;
  secrets?: number;
  /** The existing file was read and is added to. */
  isAddedTo?: boolean;
  json: boolean;
  program: Program;
}

/**
 * Writes a result to the named file, all of it or nothing, and says so; or to standard output if none was named.
 * @throws `input-file` if the file cannot be written
 */
export async function writeResult(
  options: Omit<WrittenFile, 'path'> & {
    text: string;
    path: string | undefined;
    /** It may hold secrets: only its owner may read it. */
    isPrivate?: boolean | undefined;
    /** An existing file is replaced. */
    force: boolean;
  },
): Promise<void> {
  const { text, path, isPrivate, force, program } = options;
  if (path === undefined || path === '-') {
    program.stdout.write(text);
    return;
  }
  const wasThere = await writeText(path, text, { isPrivate, force, uid: program.uid });
  tellWritten({ ...options, path }, wasThere);
}

/** Says what a file was written with. @param wasThere another file had its name */
export function tellWritten(options: WrittenFile, wasThere: boolean): void {
  const { path, repositories, people, secrets, program } = options;
  const replaced = wasThere && options.isAddedTo !== true;
  if (options.json) {
    const contents = { repositories, people, secrets, ...(replaced ? { replaced } : {}) };
    program.stdout.write(jsonLine({ type: 'file-written', path, ...contents }));
    return;
  }
  const instead = replaced ? ', replacing the existing file' : '';
  program.stderr.write(`Wrote ${path} with ${contentText(options)}${instead}.\n`);
}

function contentText(contents: {
  repositories?: number;
  people?: number;
  secrets?: number;
}): string {
  if (contents.people !== undefined) return count(contents.people, 'person', 'people');
  if (contents.secrets !== undefined) return count(contents.secrets, 'secret');
  return count(contents.repositories ?? 0, 'repository', 'repositories');
}

/** Pieces are written as they come. */
type FileText = string | AsyncIterable<string>;

interface Writing {
  /** @see writeResult */
  readonly isPrivate?: boolean | undefined;
  /** An existing file is replaced; otherwise one that has appeared in the meantime stays, and so does a link. */
  readonly force: boolean;
  /** Of this account; `null` where the system has none. */
  readonly uid: number | null;
}

/**
 * Writes a text to the named file, all of it or nothing.
 * @returns whether there was a file before
 * @throws `input-file` if the file cannot be written, `disk-full`
 */
export async function writeText(path: string, text: FileText, writing: Writing): Promise<boolean> {
  try {
    return await replaceFile(path, text, writing);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): MigratorError {
  if (cause instanceof MigratorError) return cause;
  const { code = 'unknown reason' } = cause as { code?: string };
  if (code === 'EEXIST') return alreadyThere({ path });
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const hint =
      'Free some space there, or choose a file on another disk, and run the command again.';
    return diskFull({ where: path, hint, cause });
  }
  return cannotWrite(path, code, cause);
}

/**
 * Writes a text to where a path leads. A file gets all of it or nothing and keeps its mode, unless it becomes private; a link
 * stays a link; a device, a FIFO or an open descriptor such as `/dev/stdout` is written through, as a shell would.
 * @returns whether there was a file before
 * @throws the system's error, EEXIST for a file without `force`; `input-file` for a device or FIFO of another account
 */
export async function replaceFile(
  path: string,
  text: FileText,
  { isPrivate = false, force, uid }: Writing,
): Promise<boolean> {
  const existing = await unlessMissing(stat(path));
  if (existing !== null && !existing.isFile()) {
    await writeThrough(path, text, uid);
    return false;
  }
  const descriptor = descriptorOf(path);
  if (descriptor !== null && existing !== null) {
    // Opening it by its path would write from its beginning, over what `>>` appends to.
    const pieces = typeof text === 'string' ? [text] : text;
    for await (const piece of pieces) await promisify(writeTo)(descriptor, piece);
    return false;
  }
  if (force) await refuseLinksOfOthers(path, uid);
  const target = force ? await whereLinksLead(path) : path;
  const temporary = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const mode = isPrivate ? 0o600 : existing === null ? null : existing.mode & 0o7777;
    await writeNew(temporary, text, mode);
    await (force ? rename(temporary, target) : moveToFree(temporary, target));
    return existing !== null;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Follows no link that another account has put there: it would choose which file is replaced. */
async function refuseLinksOfOthers(path: string, uid: number | null): Promise<void> {
  const found = await unlessMissing(lstat(path));
  if (found?.isSymbolicLink() === true && !isTrusted(found.uid, uid)) throw ofAnother(path);
}

async function writeThrough(path: string, text: FileText, uid: number | null): Promise<void> {
  await refusePipesOfOthers(path, uid);
  await using file = await open(path, constants.O_WRONLY);
  const { uid: owner } = await file.stat();
  // It may have been replaced in between.
  if (descriptorOf(path) === null && !isTrusted(owner, uid)) throw ofAnother(path);
  await file.writeFile(text);
}

/** @throws the system's error, EEXIST where something has the name */
async function moveToFree(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw error;
    // A file system without hard links, such as exFAT.
    await writeFile(target, '', { flag: 'wx' });
    return rename(temporary, target);
  }
  await rm(temporary);
}

/** @param mode `null`: as the umask says */
async function writeNew(path: string, text: FileText, mode: number | null): Promise<void> {
  if (mode === null) return writeFile(path, text, { flag: 'wx' });
  await writeFile(path, text, { flag: 'wx', mode });
  // Restores what the umask removed.
  await chmod(path, mode);
}

/** The path behind all links; the last one may lead to a file that does not exist yet. */
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
