import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packedRefs } from '../../write/write-repository.ts';
import { isUnsafe } from '../entries/entry-path.ts';
import { type Entry, entriesOf, unreadable } from '../entries/read-entries.ts';
import { isUnpacked, unpackFile } from '../entries/unpack-repository.ts';
import type { Report } from '../records/findings.ts';
import { problemIn, type ServerContents } from './server-contents.ts';

type Nested = Pick<Entry, 'path' | 'body'>;

/** Unpacks loose objects, and nothing else. */
export async function unpackObjects(
  { directory, findings }: ServerContents,
  { path, body }: Nested,
): Promise<void> {
  await eachEntry({ path, body }, findings.report, async (entry) => {
    const inside = `objects/${entry.path}`;
    if (entry.type !== 'file' || !/^[0-9a-f]{2}\//.test(entry.path) || !isUnpacked(inside)) {
      findings.report(problemIn(`${path}/${entry.path}`, 'layout', 'it is not a loose object'));
      return false;
    }
    await unpackFile(directory, inside, entry.body);
    return true;
  });
}

/** A commit or a tag in a file of its own. */
const refContent = /^([0-9a-f]{40})\n$/;
const logLine = /^[0-9a-f]{40} ([0-9a-f]{40}) [^<\n]*<[^>\n]*> \d+ [+-]\d{4}\n$/;

/** Reads refs, heads of pull requests and their logs. */
export async function readServerRefs(
  contents: ServerContents,
  { path, body }: Nested,
): Promise<void> {
  const { directory, refs, findings } = contents;
  await eachEntry({ path, body: body.pipeThrough(gunzipped()) }, findings.report, async (entry) => {
    const content = entry.size > 1024 * 1024 ? null : await text(entry.body);
    const why = content === null ? 'it is too long' : readRefFile(contents, entry.path, content);
    if (why !== null) findings.report(problemIn(`${path}/${entry.path}`, 'ref', why));
    return content !== null;
  });
  await writeFile(join(directory, 'packed-refs'), packedRefs(refs), { mode: 0o600 });
  const head = `ref: refs/heads/${contents.defaultBranch ?? 'main'}\n`;
  await writeFile(join(directory, 'HEAD'), head, { mode: 0o600 });
}

function gunzipped(): ReadableWritablePair<Uint8Array, Uint8Array> {
  return new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>;
}

async function eachEntry(
  { path, body }: Nested,
  report: Report,
  /** @returns `false` where its content was not wanted */
  read: (entry: Entry) => Promise<boolean>,
): Promise<void> {
  const seen = new Set<string>();
  try {
    for await (const entry of entriesOf(body)) {
      const isTwice = seen.has(entry.path);
      if (isTwice || isUnsafe(entry.path)) {
        const message = isTwice ? 'it is in the archive twice' : 'it points outside the archive';
        report(problemIn(`${path}/${entry.path}`, isTwice ? 'duplicate' : 'layout', message));
      }
      seen.add(entry.path);
      const isRead = !isTwice && !isUnsafe(entry.path) && (await read(entry));
      if (!isRead) for await (const _ of entry.body);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @returns what is wrong with a file of the skeleton; `null`: nothing */
function readRefFile(contents: ServerContents, path: string, content: string): string | null {
  if (path === 'HEAD') {
    contents.defaultBranch = /^ref: refs\/heads\/(.+)\n$/.exec(content)?.[1] ?? null;
    return contents.defaultBranch === null ? 'it does not point to a branch' : null;
  }
  const log = /^logs\/stash-refs\/pull-requests\/(\d{1,9})\/from$/.exec(path);
  if (log !== null) {
    contents.logged.add(Number(log[1]));
    const isLog = (content.match(/[^\n]*\n/g) ?? ['']).every((line) => logLine.test(line));
    return isLog ? null : 'it is not a ref log';
  }
  if (!/^(refs|stash-refs)\//.test(path)) return null;
  const hash = refContent.exec(content)?.[1];
  if (hash === undefined) return 'it does not point to an object';
  const [, space, number] = /^(refs|stash-refs)\/pull-requests\/(\d{1,9})\/from$/.exec(path) ?? [];
  if (space === 'stash-refs') contents.refs.set(`refs/pull/${number}/head`, hash);
  else if (space === 'refs') contents.open.set(Number(number), hash);
  else if (/^refs\/(heads|tags)\/[^\s~^:?*[\\]+$/.test(path)) contents.refs.set(path, hash);
  else return 'exports do not contain refs like this';
  return null;
}
