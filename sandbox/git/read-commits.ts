import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';

/** A place to read objects from, with the objects of another repository where two have to be compared. */
export interface ObjectPlace {
  readonly tools: GitTools;
  readonly directory: string;
  readonly alsoFrom?: string;
}

export interface CommitFacts {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: string;
  /** ISO 8601 */
  readonly date: string;
  readonly message: string;
}

/** The full hash of a commit, from as many of its digits as tell it; `null` if there is none, or more than one. */
export async function findCommit(place: ObjectPlace, hash: string): Promise<string | null> {
  if (!/^[0-9a-f]{4,40}$/.test(hash)) return null;
  const found = await tryGit(place, ['rev-parse', '--verify', '--quiet', `${hash}^{commit}`]);
  return found?.trim() ?? null;
}

/** The hash of a branch's newest commit, by the branch's full name; `null` if there is none. */
export async function findBranch(place: ObjectPlace, name: string): Promise<string | null> {
  const found = await tryGit(place, ['show-ref', '--verify', '--hash', '--', `refs/heads/${name}`]);
  return found?.trim() ?? null;
}

const separator = '\u001e';

/** @param range hashes of commits, those that are left out with `^` before them. Newest first. */
export async function readCommits(
  place: ObjectPlace,
  range: readonly string[],
): Promise<readonly CommitFacts[]> {
  const format = `--format=%H%n%P%n%an <%ae>%n%aI%n%B${separator}`;
  const output = (await tryGit(place, ['log', '--topo-order', format, ...range])) ?? '';
  return output
    .split(`${separator}\n`)
    .filter((one) => one !== '')
    .map(parse);
}

/** A unified diff of what the source has done since it left the destination; `null` if a commit is missing. */
export function diffSinceFork(
  place: ObjectPlace,
  sides: { source: string; destination: string },
): Promise<string | null> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '-M'];
  return tryGit(place, ['diff', ...plain, `${sides.destination}...${sides.source}`]);
}

/** The same as mails, one for each commit. */
export function mailsSinceFork(
  place: ObjectPlace,
  sides: { source: string; destination: string },
): Promise<string | null> {
  return tryGit(place, ['format-patch', '--stdout', `${sides.destination}..${sides.source}`]);
}

/** What a file holds at a commit or branch; `null` if it is not there. */
export async function readFileAt(
  place: ObjectPlace,
  ref: string,
  path: string,
): Promise<string | null> {
  if (ref.startsWith('-')) return null;
  return tryGit(place, ['cat-file', 'blob', `${ref}:${path}`]);
}

async function tryGit(place: ObjectPlace, args: readonly string[]): Promise<string | null> {
  const { tools, directory, alsoFrom } = place;
  const environment =
    alsoFrom === undefined
      ? tools.environment
      : { ...tools.environment, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(alsoFrom, 'objects') };
  try {
    return await runGit({ ...tools, environment }, directory, args);
  } catch {
    return null;
  }
}

function parse(text: string): CommitFacts {
  const [hash = '', parents = '', author = '', date = '', ...message] = text.split('\n');
  return {
    hash,
    parents: parents.split(' ').filter((one) => one !== ''),
    author,
    date,
    message: message.join('\n'),
  };
}
