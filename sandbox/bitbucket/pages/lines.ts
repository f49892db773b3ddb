import { readDiff } from '../../git/diff/read-diff.ts';
import { type DiffHunk, parseHunk } from '../../pages/diff.ts';
import type {
  BitbucketInline,
  BitbucketPullRequest,
} from '../pull-requests/pull-request-records.ts';
import type { BitbucketPlace } from './place.ts';

/** Lines above the one that a comment is on. */
const linesAbove = 5;

/** Finds the lines that comments stand on. */
export type FindLines = (inline: BitbucketInline) => Promise<DiffHunk | null>;

/** Each range of commits is compared once. */
export function createFindLines(place: BitbucketPlace, pull: BitbucketPullRequest): FindLines {
  const { git } = place.repository;
  const read = new Map<string, ReturnType<typeof readDiff>>();
  return async (inline) => {
    if (inline.context !== undefined) return parseHunk(inline.context);
    if (git.kind !== 'stored') return null;
    const base = inline.destinationCommit ?? pull.destination.commit;
    const head = inline.sourceCommit ?? pull.source.commit;
    const key = `${base} ${head}`;
    const reading = read.get(key) ?? readDiff(place.tools, git.directory, { base, head });
    read.set(key, reading);
    return linesOf((await reading)?.get(inline.path)?.hunks ?? [], inline);
  };
}

function linesOf(hunks: readonly DiffHunk[], { from = null, to = null }: BitbucketInline) {
  for (const { rows } of hunks) {
    const at = rows.findIndex(({ left, right }) => (from === null ? right === to : left === from));
    const isFound = at >= 0 && (from ?? to) !== null;
    if (isFound) return { header: '', rows: rows.slice(Math.max(0, at - linesAbove), at + 1) };
  }
  return null;
}
