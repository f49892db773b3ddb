import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';
import { type GitObject, openObjects } from './objects/object-reader.ts';

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

/** The full hash of a commit, from as many of its digits as identify it; `null` if there is none, or more than one. */
export async function findCommit(place: ObjectPlace, hash: string): Promise<string | null> {
  if (!/^[0-9a-f]{4,40}$/.test(hash)) return null;
  const read = readName(place, hash);
  if (read !== undefined) return read;
  const found = await tryGit(place, ['rev-parse', '--verify', '--quiet', `${hash}^{commit}`]);
  return found?.trim() ?? null;
}

/** The same from the files; `undefined` where git has to be asked: for tags, and where there are several. */
function readName({ directory, alsoFrom }: ObjectPlace, digits: string): string | null | undefined {
  using objects = openObjects(directory, ...(alsoFrom === undefined ? [] : [alsoFrom]));
  const [name, ...others] = objects.find(digits);
  if (name === undefined) return null;
  const type = others.length > 0 ? undefined : objects.read(name)?.type;
  return type === 'commit' ? name : undefined;
}

/** The hash of a branch's newest commit, by the branch's full name; `null` if there is none. */
export async function findBranch(place: ObjectPlace, name: string): Promise<string | null> {
  const found = await tryGit(place, ['show-ref', '--verify', '--hash', '--', `refs/heads/${name}`]);
  return found?.trim() ?? null;
}

/** The commit of a tag, also of an annotated one. */
export async function findTag(place: ObjectPlace, name: string): Promise<string | null> {
  const ref = `refs/tags/${name}`;
  const isThere = await tryGit(place, ['show-ref', '--verify', '--hash', '--', ref]);
  const found =
    isThere === null ? null : await tryGit(place, ['rev-parse', '--verify', `${ref}^{commit}`]);
  return found?.trim() ?? null;
}

/** One commit; `null` if it is not there. */
export async function readCommit(place: ObjectPlace, hash: string): Promise<CommitFacts | null> {
  using objects = openObjects(place.directory);
  const read = factsIn(hash, objects.read(hash));
  return read ?? (await readCommits(place, ['-1', hash]))[0] ?? null;
}

/** `null` for what git has to read: other encodings, and what lies elsewhere. */
function factsIn(hash: string, object: GitObject | null): CommitFacts | null {
  const text = object?.type === 'commit' ? object.content.toString('utf8') : '';
  const end = text.indexOf('\n\n');
  const head = text.slice(0, end);
  const [, author, seconds, zone] = /^author (.*) (\d+) ([+-]\d{4})$/m.exec(head) ?? [];
  const isPlain = !/^encoding /m.test(head) && !text.includes('\ufffd');
  if (author === undefined || !isPlain) return null;
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, one = '']) => one);
  const date = isoDate(Number(seconds), zone ?? '');
  return { hash, parents, author, date, message: text.slice(end + 2) };
}

/** In its own time zone, as git reports it. */
function isoDate(seconds: number, zone: string): string {
  const sign = zone.startsWith('-') ? -1 : 1;
  const minutes = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3)));
  const local = new Date((seconds + minutes * 60) * 1000).toISOString().slice(0, 19);
  return `${local}${zone.slice(0, 3)}:${zone.slice(3)}`;
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

/** Reads what a file holds at a commit or branch; `null` if it is not there. */
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
