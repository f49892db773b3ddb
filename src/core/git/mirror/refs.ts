import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MigratorError } from '../../kernel/errors.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { damagedMirror, onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import type { GitTool, OpenAccess } from '../process/git-tool.ts';
import { readAgain } from './read-again.ts';
import { parseRefs } from './ref-listing.ts';

/**
 * Full ref names with the object that each names; for an annotated tag the tag object. A name that is not UTF-8 is
 * escaped (see parseRefs()), and can be told, but not be handed to git.
 */
export type Refs = ReadonlyMap<string, string>;

export interface RefDifference {
  /** Expected, but not there. */
  readonly missing: readonly string[];
  /** There, but naming another object. */
  readonly different: readonly string[];
  /** There, but not expected. */
  readonly unexpected: readonly string[];
}

export interface ReadRefs {
  readonly git: GitTool;
  readonly directory: string;
  readonly signal?: AbortSignal;
}

/**
 * Branches and tags of a local mirror.
 * @throws what isDamagedMirror() knows, also where there are objects and no refs: then the refs have been lost
 */
export async function readRefs(options: ReadRefs): Promise<Refs> {
  return onMirror(options, async () => {
    const refs = await listLocalRefs(options);
    if (refs.size > 0 || (await storedBytes(options.directory)) === 0) return refs;
    throw damagedMirror({ detail: 'it has objects and no refs' });
  });
}

/** Branches and tags of a mirror that was fetched just now. */
export async function listLocalRefs(options: ReadRefs): Promise<Refs> {
  const { git, directory, signal } = options;
  const pieces: Buffer[] = [];
  const outcome = await git.stream({
    args: ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags'],
    repository: directory,
    signal,
    read: (stdout) => collect(stdout, pieces),
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Reading the refs of', subject: 'the local mirror' });
  }
  return parseRefs(Buffer.concat(pieces));
}

interface ListRemoteRefs {
  readonly git: GitTool;
  readonly access: GitAccess;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Branches and tags as the host has them now, without the peeled entries. An empty repository has none. Asked again where that may
 * help.
 * @throws MigratorError as git's failure says
 */
export function listRemoteRefs(options: ListRemoteRefs): Promise<Refs> {
  const { git, access, signal } = options;
  const { host } = URL.canParse(access.url) ? new URL(access.url) : { host: access.url };
  return readAgain({ patience: git.patience, host, signal }, (attempt) =>
    listRemoteRefsOnce({ ...options, signal: attempt }),
  );
}

/** The same, asked once. */
export async function listRemoteRefsOnce(options: ListRemoteRefs): Promise<Refs> {
  const { git, signal } = options;
  const access = await git.open(options.access);
  try {
    const outcome = await git.run({
      args: ['ls-remote', '--quiet', '--heads', '--tags', '--refs', '--', access.url],
      repository: null,
      access,
      // One request in place of two: the first answer of the old protocol is the list already.
      config: ['protocol.version=0'],
      signal,
    });
    if (outcome.exitCode !== 0) {
      throw gitFailure(outcome, { doing: 'Listing the refs of', subject: access.url });
    }
    const refs = parseRefs(Buffer.from(outcome.stdout, 'utf8'));
    if (refs.size === 0) await confirmEmpty({ git, access, signal });
    return refs;
  } finally {
    await access.close();
  }
}

/** What differs between two ref maps. Pure. */
export function compareRefs(expected: Refs, actual: Refs): RefDifference {
  const missing: string[] = [];
  const different: string[] = [];
  for (const [name, object] of expected) {
    const found = actual.get(name);
    if (found === undefined) missing.push(name);
    else if (found !== object) different.push(name);
  }
  const unexpected = [...actual.keys()].filter((name) => !expected.has(name));
  return { missing, different, unexpected };
}

async function collect(stdout: Readable, pieces: Buffer[]): Promise<void> {
  for await (const piece of stdout) pieces.push(piece as Buffer);
}

/** What git writes of the first line that every host that speaks its protocol answers with. */
const spokenTo = /^.* packet: +\S+< (# service=|version 2)/m;

/**
 * Makes sure that a host which seemed to have no branches and tags has none. Git takes any page for the empty list of
 * a host that only serves files (its "dumb" protocol), the sign-in page of a proxy too: a repository would be lost
 * without a word. So it is asked once more, and git tells what the host said.
 * @throws MigratorError `unavailable` if something else than a Git host answered, now or before
 */
export async function confirmEmpty(options: {
  git: GitTool;
  access: OpenAccess;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { git, access, signal } = options;
  const outcome = await git.run({
    args: ['ls-remote', '--quiet', '--heads', '--tags', '--refs', '--', access.url],
    repository: null,
    access,
    config: ['protocol.version=0'],
    tracesPackets: true,
    signal,
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Listing the refs of', subject: access.url });
  }
  if (outcome.stdout.trim() === '' && spokenTo.test(outcome.stderr)) return;
  throw new MigratorError(
    'unavailable',
    `Listing the refs of ${access.url}: something else than a Git host answered`,
    {
      hint: 'Check whether a proxy or a sign-in page answers in place of the host, then resume.',
      retry: 'yes',
    },
  );
}

/** Bytes of the objects of a bare repository as they lie on the disk, packed and loose. No process is needed. */
export async function storedBytes(repository: string): Promise<number> {
  const objects = join(repository, 'objects');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    const counts =
      entry.isFile() && (entry.name.endsWith('.pack') || /^[0-9a-f]{38,62}$/.test(entry.name));
    if (counts) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
