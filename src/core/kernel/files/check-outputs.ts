import { access, constants, lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { MigratorError } from '../errors.ts';
import { isTrusted } from './other-accounts.ts';

/** A file that a person named, with its flag; no path, or `-`, means none. */
export interface NamedFile {
  readonly flag: string;
  readonly path: string | undefined;
}

/**
 * The one rule for every file that a command writes, checked before it does anything: its folder takes files, an existing
 * file is replaced only with --force, and one that the command reads never. Open descriptors are written through, and devices and pipes of this
 * account or root's.
 * @throws `input-file`
 */
export async function checkOutputs(options: {
  outputs: readonly NamedFile[];
  inputs: readonly NamedFile[];
  /** Existing files may be replaced. */
  force: boolean;
  /** Of this account; `null` where the system has none. */
  uid: number | null;
  /** Alternative for an existing file, for the hint. */
  instead?: string;
  /** The command creates missing folders. */
  createsFolders?: true;
}): Promise<void> {
  const { outputs, inputs, force, uid, instead, createsFolders = false } = options;
  const taken = new Map<string, NamedFile>();
  for (const file of inputs) {
    const found = await identify(file);
    if (found !== null) taken.set(found.identity, file);
  }
  for (const file of outputs) {
    const found = await identify(file);
    if (found === null) continue;
    if (found.keepsNothing) {
      await checkSpecial(found, file.path ?? '', uid);
      continue;
    }
    const other = taken.get(found.identity);
    if (other !== undefined) {
      throw new MigratorError(
        'input-file',
        `${file.flag} and ${other.flag} are the same file: ${file.path}`,
        {
          hint: `Choose another file with ${file.flag}.`,
        },
      );
    }
    taken.set(found.identity, file);
    if (found.isThere && !force) throw alreadyThere(file, instead);
    if (!createsFolders) await requireFolder(file.path ?? '');
  }
}

interface Found {
  /** The same for all names of one file. */
  readonly identity: string;
  readonly isThere: boolean;
  readonly keepsNothing: boolean;
  readonly isFolder: boolean;
}

/** Refuses a folder, and a pipe or device of another account. */
async function checkSpecial({ isFolder }: Found, path: string, uid: number | null): Promise<void> {
  if (isFolder) throw cannotWrite(path, 'EISDIR');
  await refusePipesOfOthers(path, uid);
}

/** Requires a folder that takes the file; where a link leads is checked when it is written. */
async function requireFolder(path: string): Promise<void> {
  const file = await realpath(path).catch(() => resolve(path));
  try {
    const folder = `${dirname(file)}${sep}`;
    await stat(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code = 'unknown reason' } = error as { code?: string };
    throw cannotWrite(path, code, error);
  }
}

/** The error for a file that cannot be written. @param code the system's */
export function cannotWrite(path: string, code: string, cause?: unknown): MigratorError {
  if (code === 'EISDIR') {
    return new MigratorError('input-file', `${path} is a folder, not a file`, {
      hint: 'Use a file in it.',
      cause,
    });
  }
  return new MigratorError('input-file', `Cannot write ${path} (${code})`, {
    hint: 'Check that its folder exists and is writable.',
    cause,
  });
}

async function identify({ path }: NamedFile): Promise<Found | null> {
  if (path === undefined || path === '-') return null;
  const [link, file] = await Promise.all(
    [lstat(path), stat(path)].map((asked) => asked.catch(() => null)),
  );
  return {
    identity: file ? `${file.dev}:${file.ino}` : await newIdentity(path),
    isThere: Boolean(link),
    keepsNothing: descriptorOf(path) !== null || (file ? !file.isFile() : false),
    isFolder: file?.isDirectory() === true,
  };
}

/** Of a file that does not exist yet: its folder may have several names. */
async function newIdentity(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => null);
  return folder === null ? resolve(path) : join(folder, basename(path));
}

/** The error for a file that may not be replaced. */
export function alreadyThere({ flag, path }: Partial<NamedFile>, instead?: string): MigratorError {
  const other = flag === undefined ? 'Choose another file' : `Choose another file with ${flag}`;
  const ways = [other, ...(instead === undefined ? [] : [instead])];
  return new MigratorError('input-file', `${path} already exists`, {
    hint: `${ways.join(', ')}, or replace this one with --force.`,
  });
}

/**
 * Refuses to write through a FIFO or device of another account, or through a link of one: that account reads what
 * is written.
 * @throws `input-file`
 */
export async function refusePipesOfOthers(path: string, uid: number | null): Promise<void> {
  if (descriptorOf(path) !== null) return;
  for (const { uid: owner } of await Promise.all([lstat(path), stat(path)])) {
    if (!isTrusted(owner, uid)) throw ofAnother(path);
  }
}

/** The error for what another account has put where this one writes. */
export function ofAnother(path: string): MigratorError {
  return new MigratorError('input-file', `${path} belongs to another account`, {
    hint: 'Use a file of your own, in a folder that only you can write to.',
  });
}

const names: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2 };

/** The open descriptor that a path names, as `/dev/stdout` does; `null` for any other path. Pure. */
export function descriptorOf(path: string): number | null {
  const name = resolve(path);
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/.exec(name)?.[1];
  return number === undefined ? (names[name] ?? null) : Number(number);
}

/** A free path: `plan.json`, else `plan-2.json` and so on. */
export async function freePath(folder: string, name: string, ending: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`);
    // Where it cannot even be looked for, writing it says why.
    const isFree = await lstat(path).then(
      () => false,
      () => true,
    );
    if (isFree) return path;
  }
}
