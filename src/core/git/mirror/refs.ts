import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import { parseRefs } from '../formats/ref-listing.ts';
import type { Refs } from '../formats/refs.ts';
import type { GitTool } from '../process/git-tool.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import type { OpenAccess } from '../process/open-access.ts';
import { readAgain } from '../process/read-again.ts';
import { ProtocolError } from '../protocol/packets.ts';

/**
 * Branches and tags of a local mirror.
 * @throws what isDamagedMirror() knows, also where there are objects and no refs: then the refs have been lost
 */
export async function readRefs(options: MirrorOptions): Promise<Refs> {
  const refs = await listLocalRefs(options);
  if (refs.size > 0 || (await storedBytes(options.directory)) === 0) return refs;
  throw damagedMirror({ detail: 'it has objects but no refs' });
}

/** Branches and tags of a mirror that was fetched just now. */
export async function listLocalRefs(options: MirrorOptions): Promise<Refs> {
  const lines: string[] = [];
  await runInMirror(options, {
    args: ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags'],
    doing: 'Reading refs from',
    onLine: (line) => lines.push(line),
  });
  return parseRefs(Buffer.from(lines.join('\n'), 'latin1'));
}

interface ListRemoteRefs {
  readonly git: GitTool;
  readonly access: GitAccess;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Branches and tags as the host has them now, without the peeled entries. An empty repository has none. Retries as requests
 * do.
 * @throws MigratorError as git's failure says
 */
export async function listRemoteRefs(options: ListRemoteRefs): Promise<Refs> {
  return (await listRemote(options)).refs;
}

/** @returns also the full name of the branch that HEAD stands for; `null` where the host does not name it */
export function listRemote(options: ListRemoteRefs): Promise<RemoteRefs> {
  const { git, access, signal } = options;
  const { host } = URL.canParse(access.url) ? new URL(access.url) : { host: access.url };
  return readAgain({ patience: git.patience, host, signal }, (attempt) =>
    listOnce({ ...options, signal: attempt }),
  );
}

export interface RemoteRefs {
  readonly refs: Refs;
  readonly head: string | null;
}

/** The refs without retries. */
export async function listRemoteRefsOnce(options: ListRemoteRefs): Promise<Refs> {
  return (await listOnce(options)).refs;
}

async function listOnce(options: ListRemoteRefs): Promise<RemoteRefs> {
  return (await listByRequest(options)) ?? { refs: await listByGit(options), head: null };
}

/** Tells whether a status is final: another request would get the same. */
function isFinal(status: number | null): boolean {
  return status === 429 || (status !== null && status >= 500);
}

/** @returns `null` where the response needs git: it knows older protocols, and asks without credentials first */
async function listByRequest({ git, access, signal }: ListRemoteRefs): Promise<RemoteRefs | null> {
  try {
    return await git.advertised({ access, signal });
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown;
    if (!isFinal(thrown.status)) return null;
    // As git says it.
    const stderr = `fatal: unable to access '${access.url}/': The requested URL returned error: ${thrown.status}`;
    const outcome = { exitCode: 128, stdout: '', stderr };
    throw gitFailure(outcome, { doing: 'Listing refs in', subject: access.url });
  }
}

/** The same by git. */
export async function listByGit(options: ListRemoteRefs): Promise<Refs> {
  const { git, signal } = options;
  const access = await git.open(options.access);
  try {
    const outcome = await runListing({ git, access, signal });
    const refs = parseRefs(Buffer.from(outcome.stdout, 'utf8'));
    if (refs.size === 0) await confirmEmpty({ git, access, signal });
    return refs;
  } finally {
    await access.close();
  }
}

/**
 * Full names of refs that are neither branches, tags nor heads of pull requests: notes for example, which anybody who
 * may push can add. Retries as requests do.
 * @throws MigratorError as git's failure says
 */
export function listOtherRefs({ git, access, signal }: ListRemoteRefs): Promise<readonly string[]> {
  const { host } = URL.canParse(access.url) ? new URL(access.url) : { host: access.url };
  return readAgain({ patience: git.patience, host, signal }, async (attempt) => {
    const remote = await git.open(access);
    try {
      const { stdout } = await runListing({ git, access: remote, signal: attempt }, { kinds: [] });
      const names = stdout.split('\n').map((line) => line.slice(line.indexOf('\t') + 1));
      return names.filter((name) => name !== '' && !/^refs\/(?:heads|tags|pull)\//.test(name));
    } finally {
      await remote.close();
    }
  });
}

interface OpenRemote {
  readonly git: GitTool;
  readonly access: OpenAccess;
  readonly signal?: AbortSignal | undefined;
}

async function runListing(
  { git, access, signal }: OpenRemote,
  { kinds = ['--heads', '--tags'], tracesPackets = false } = {},
): Promise<GitOutcome> {
  const outcome = await git.run({
    args: ['ls-remote', '--quiet', ...kinds, '--refs', '--', access.url],
    repository: null,
    access,
    // One request in place of two: the first answer of the old protocol is the list already.
    config: ['protocol.version=0'],
    tracesPackets,
    signal,
  });
  if (outcome.exitCode === 0) return outcome;
  throw gitFailure(outcome, { doing: 'Listing refs in', subject: access.url });
}

/** How git traces the first line that every host that speaks its protocol answers with. */
const protocolLine = /^.* packet: +\S+< (# service=|version 2)/m;

/**
 * Makes sure that a host which seemed to have no branches and tags has none. Git takes any page for the empty list of
 * a host that only serves files (its "dumb" protocol), the sign-in page of a proxy too, and the repository would be
 * lost without a message. So this lists once more, with a trace of what the host said.
 * @throws MigratorError `unavailable` if something else than a Git host answered, now or before
 */
export async function confirmEmpty(options: OpenRemote): Promise<void> {
  const outcome = await runListing(options, { tracesPackets: true });
  if (outcome.stdout.trim() === '' && protocolLine.test(outcome.stderr)) return;
  throw new MigratorError(
    'unavailable',
    `Listing refs in ${options.access.url}: the response did not come from a Git host`,
    {
      hint: 'Check whether a proxy or a sign-in page answers instead of the host, then resume.',
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
