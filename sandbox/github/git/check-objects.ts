import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type GitTools, runGit } from '../../git/git-tools.ts';
import { type Receiver, receiverOf } from '../../git/judge-refs.ts';
import { openObjectFolders } from '../../git/objects/object-reader.ts';
import type { ArrivedPush } from '../../git/receive-hook.ts';

export interface ObjectLimits {
  readonly maxFileBytes: number;
  /** The folder of the repository's LFS objects; `null`: pointers are taken without looking for them. */
  readonly lfsDirectory: string | null;
}

interface Blob {
  readonly hash: string;
  readonly size: number;
}

interface ArrivedBlobs {
  readonly list: readonly Blob[];
  read(blobs: readonly Blob[]): Promise<readonly string[]>;
}

/** Only a file of this many bytes can be a pointer of LFS. */
const pointerBytes = { least: 100, most: 1024 };
/** With more, two processes of git cost less than reading them here. */
const mostObjects = 2000;

/**
 * Returns what GitHub says against files that are too large, or that name LFS objects it does not have; nothing where
 * it takes them. Only the objects that came with the push are looked at.
 */
export async function refuseObjects(
  receiver: Receiver,
  push: ArrivedPush,
  { maxFileBytes, lfsDirectory }: ObjectLimits,
): Promise<readonly string[]> {
  if (push.quarantine === null) return [];
  const blobs = await arrivedBlobs(receiver, push.quarantine);
  const large = blobs.list.filter(({ size }) => size > maxFileBytes);
  if (large.length > 0) return refuseLarge(receiver, push, { large, maxFileBytes });
  if (lfsDirectory === null) return [];
  const { least, most } = pointerBytes;
  const small = blobs.list.filter(({ size }) => size >= least && size <= most);
  const oids = new Set((await blobs.read(small)).flatMap(oidOf));
  return refuseUnknown([...oids].filter((oid) => !isThere(lfsDirectory, oid)).sort());
}

async function arrivedBlobs({ tools, directory }: Receiver, folder: string): Promise<ArrivedBlobs> {
  const read = readHere(folder);
  if (read !== null) return read;
  const alone = receiverOf({ environment: tools.environment }, directory, { quarantine: folder });
  // Without the others git sees nothing else.
  const { GIT_ALTERNATE_OBJECT_DIRECTORIES: _, ...environment } = alone.tools.environment;
  const format = '--batch-check=%(objecttype) %(objectsize) %(objectname)';
  const all = ['cat-file', '--batch-all-objects', '--unordered', format];
  const listed = await runGit({ environment }, directory, all);
  const list = [...listed.matchAll(/^blob (\d+) ([0-9a-f]{40})$/gm)].map(
    ([, size, hash = '']): Blob => ({ hash, size: Number(size) }),
  );
  return { list, read: (blobs) => readByGit({ environment }, directory, blobs) };
}

/** `null` where git has to be asked. */
function readHere(folder: string): ArrivedBlobs | null {
  using objects = openObjectFolders([folder]);
  if (objects.packed > mostObjects) return null;
  const list: Blob[] = [];
  for (const hash of objects.names()) {
    const known = objects.describe(hash);
    if (known === null) return null;
    if (known.type === 'blob') list.push({ hash, size: known.size });
  }
  return {
    list,
    async read(blobs) {
      using open = openObjectFolders([folder]);
      return blobs.map(({ hash }) => open.read(hash)?.content.toString('latin1') ?? '');
    },
  };
}

async function readByGit(
  { environment }: GitTools,
  cwd: string,
  blobs: readonly Blob[],
): Promise<readonly string[]> {
  if (blobs.length === 0) return [];
  const child = spawn('git', ['cat-file', '--batch=', '--buffer'], {
    cwd,
    env: { ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  Readable.from(blobs.map(({ hash }) => `${hash}\n`)).pipe(child.stdin);
  const content = await buffer(child.stdout);
  let at = 0;
  return blobs.map(({ size }) => {
    // An empty line before each, in place of its description, and one line feed behind it.
    const from = at + 1;
    at = from + size + 1;
    return content.toString('latin1', from, from + size);
  });
}

async function refuseLarge(
  { tools, directory }: Receiver,
  { commands }: ArrivedPush,
  { large, maxFileBytes }: { large: readonly Blob[]; maxFileBytes: number },
): Promise<readonly string[]> {
  // Only names of files are found with these: a few will do.
  const pushed = commands.flatMap(({ to }) => to ?? []).slice(0, 200);
  const known = ['--not', '--all'];
  const listed = await runGit(tools, directory, ['rev-list', '--objects', ...pushed, ...known]);
  const files = large.map(({ hash, size }) => {
    const path = new RegExp(`^${hash} (.+)$`, 'm').exec(listed)?.[1] ?? hash;
    return `error: File ${path} is ${megabytes(size)}; this exceeds GitHub's file size limit of ${megabytes(maxFileBytes)}`;
  });
  return [
    'error: Trace: 5f3c9d1e7a2b4c6d8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f',
    'error: See https://gh.io/lfs for more information.',
    ...files,
    'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.',
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1048576).toFixed(2)} MB`;
}

function oidOf(content: string): readonly string[] {
  const pointer =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:(?!oid ).*\n)*oid sha256:([0-9a-f]{64})$/m;
  const oid = pointer.exec(content)?.[1];
  return oid === undefined ? [] : [oid];
}

function isThere(lfsDirectory: string, oid: string): boolean {
  return existsSync(join(lfsDirectory, oid.slice(0, 2), oid.slice(2, 4), oid));
}

function refuseUnknown(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const plural = missing.length === 1 ? '' : 's';
  return [
    `error: GH008: Your push referenced at least ${missing.length} unknown Git LFS object${plural}:`,
    ...missing.slice(0, 3).map((oid) => `    ${oid}`),
    "Try to push them with 'git lfs push --all'.",
  ];
}
