import type { Progress } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { damagedMirror, onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure, isDamaged } from '../errors/git-errors.ts';
import { cleaned, lastSentence } from '../errors/git-output.ts';
import { isFullHash } from '../formats/hashes.ts';
import { resolveCommits } from '../history/resolve-commits.ts';
import { progressReader } from '../process/git-progress.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import type { OpenAccess } from '../process/open-access.ts';

interface FetchCommits extends MirrorOptions {
  readonly access: GitAccess;
  /** Full hashes; anything else counts as missing. */
  readonly commits: readonly string[];
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface FetchedCommits {
  readonly fetched: ReadonlySet<string>;
  /** The host has them no more, or they are no commits. */
  readonly missing: ReadonlySet<string>;
}

/** Refs of commits that no branch or tag names. A later fetch with `--prune` looks only at heads and tags. */
const pins = 'refs/migrator/commits/';

/** A host sends nothing before it has looked up all of them: a refusal costs little. */
const batchSize = 100;

/**
 * Fetches commits by their hash, with their history, from a host that still has them, though no ref may name them any
 * more (protocol version 2 allows that). A ref outside of heads and tags keeps each. Commits that an earlier run has
 * fetched are not requested again. The mirror must not be one whose history was cut.
 * @throws MigratorError as git's failure says, where it is not about single commits
 */
export function fetchCommits(options: FetchCommits): Promise<FetchedCommits> {
  return onMirror(options, () => fetchMissing(options));
}

async function fetchMissing(options: FetchCommits): Promise<FetchedCommits> {
  const asked = new Set(options.commits);
  const pinned = await listPinned(options);
  const wanted = [...asked].filter((hash) => isFullHash(hash) && !pinned.has(hash));
  const received = [...asked].filter((hash) => pinned.has(hash));
  if (wanted.length > 0) {
    const access = await options.git.open(options.access);
    try {
      for (let at = 0; at < wanted.length; at += batchSize) {
        const batch = wanted.slice(at, at + batchSize);
        received.push(...(await fetchBatch(options, access, batch)));
      }
    } finally {
      await access.close();
    }
  }
  const found = await resolveCommits({ ...options, hashes: received });
  const fetched = new Set(received.filter((hash) => found.get(hash) === hash));
  return { fetched, missing: asked.difference(fetched) };
}

async function listPinned(mirror: MirrorOptions): Promise<Set<string>> {
  const pinned = new Set<string>();
  await runInMirror(mirror, {
    args: ['for-each-ref', '--format=%(refname:lstrip=3)', pins],
    doing: 'Reading',
    subject: 'the mirror',
    onLine: (line) => pinned.add(line),
  });
  return pinned;
}

/** Fetches those of a batch that the host has. It names the first that it lacks; if it names none, the batch is halved. */
async function fetchBatch(
  options: FetchCommits,
  access: OpenAccess,
  batch: readonly string[],
): Promise<readonly string[]> {
  let left = batch;
  while (left.length > 0) {
    const stderr = await fetchOnce(options, access, left);
    if (stderr === null) return left;
    const refused = refusedHashes(stderr);
    const rest = left.filter((hash) => !refused.has(hash));
    if (rest.length === left.length) {
      if (left.length === 1) return [];
      const half = Math.ceil(left.length / 2);
      return [
        ...(await fetchBatch(options, access, left.slice(0, half))),
        ...(await fetchBatch(options, access, left.slice(half))),
      ];
    }
    left = rest;
  }
  return [];
}

/** @returns `null` if all were fetched; what git said if the host does not have, or cannot send, one of them */
async function fetchOnce(
  { git, directory, signal, onProgress }: FetchCommits,
  access: OpenAccess,
  batch: readonly string[],
): Promise<string | null> {
  const outcome = await git.run({
    args: [
      'fetch',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-show-forced-updates',
      '--progress',
      '--',
      access.url,
      ...batch.map((hash) => `${hash}:${pins}${hash}`),
    ],
    repository: directory,
    access,
    config: ['protocol.version=2'],
    signal,
    onStderr: onProgress && progressReader(onProgress),
  });
  if (outcome.exitCode === 0) return null;
  const stderr = cleaned(outcome.stderr);
  if (notThere.test(stderr)) return stderr;
  // Only what the host itself could not read is about single commits.
  if (isDamaged(stderr)) throw damagedMirror({ detail: lastSentence(stderr) });
  const failure = gitFailure(outcome, { doing: 'Fetching', subject: access.url });
  if (failure.code === 'bad-answer') return stderr;
  throw failure;
}

const notThere =
  /not our ref|unadvertised object|couldn't find remote ref|\bwant [0-9a-f]{40,64} not valid/i;

function refusedHashes(stderr: string): Set<string> {
  const refused = new Set<string>();
  for (const line of stderr.split('\n')) {
    if (!notThere.test(line)) continue;
    for (const [hash] of line.matchAll(/\b[0-9a-f]{40,64}\b/g)) refused.add(hash);
  }
  return refused;
}
