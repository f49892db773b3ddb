import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import { keyOf, readWritten, textDigest } from '../../recorded/pull-requests/written-record.ts';

/** A text on the target that would be written otherwise now. */
export interface TextToRewrite {
  /** `null`: the description. */
  readonly row: CreatedObject | null;
  /** Texts that follow each other and are changed all or none. */
  readonly group: string;
  readonly body: string;
  readonly digest: string;
  /** Digests that it may have if nobody else has edited it; empty where that was not noted. */
  readonly known: readonly string[];
}

export interface SkippedText {
  readonly what: 'description' | 'text';
  readonly why: SkipReason;
  /** Of texts that belong together. */
  readonly group?: string;
}

export type SkipReason =
  | 'edited'
  | 'deleted'
  | 'gone-from-source'
  | 'other-parts'
  | 'not-noted'
  | 'brought-otherwise'
  | 'other-state'
  | 'refused';

export interface Rewriting {
  readonly texts: readonly TextToRewrite[];
  readonly skipped: readonly SkippedText[];
  /** Written texts that have no text any more. */
  readonly removed?: readonly RemovedText[];
}

interface RemovedText {
  readonly row: CreatedObject;
  readonly group: string;
}

interface WrittenTexts {
  readonly writes: PullRequestWrites;
  /** Digests that the description may have; empty where that was not noted. */
  readonly description: readonly string[];
  /** Texts that were written into the pull request, as the state has them. */
  readonly rows: readonly CreatedObject[];
  /** Comments are added and deleted as well: a text may get more parts or fewer. */
  readonly mayAdd?: boolean;
}

/** Finds texts of a pull request that differ from what was written. Pure. */
export function textsToRewrite(options: WrittenTexts): Rewriting {
  const { writes, description, rows, mayAdd = false } = options;
  const existing = rows.filter(({ targetId }) => targetId !== null);
  const groupOf = grouping(writes, existing.map(keyOf));
  const blocked = mayAdd
    ? new Set<string>()
    : groupsOfOtherParts(writes, existing.map(keyOf), groupOf);
  const bare = new Set(writes.reviews.flatMap(({ key, isBare }) => (isBare === true ? [key] : [])));
  const texts: TextToRewrite[] = [];
  const skipped: SkippedText[] = [];
  const removed: RemovedText[] = [];
  function add(text: Omit<TextToRewrite, 'digest'>): void {
    const digest = textDigest(text.body);
    // What was sent last may be either of two.
    if (text.known.length === 1 && text.known[0] === digest) return;
    const what = text.row === null ? 'description' : 'text';
    if (blocked.has(text.group)) skipped.push({ what, why: 'other-parts' });
    else texts.push({ ...text, digest });
  }
  add({ row: null, group: groupOf(null), body: writes.body, known: description });
  const holdsComments = existing.some(
    (row) =>
      row.targetId?.startsWith('review-comment:') === true && bodiesOf(writes, keyOf(row)) !== null,
  );
  for (const row of existing) {
    const key = keyOf(row);
    if (bare.has(key)) continue;
    const bodies = bodiesOf(writes, key);
    if (bodies === null) {
      // Only a frame: with other places the same comments need fewer of them.
      if (isReview(key) && holdsComments) continue;
      if (mayAdd) removed.push({ row, group: groupOf(key) });
      else if (!blocked.has(groupOf(key))) skipped.push({ what: 'text', why: 'gone-from-source' });
      continue;
    }
    const isInConversation = row.targetId?.startsWith('comment:') === true;
    const body = isInConversation ? bodies.otherwise : bodies.body;
    const written = readWritten(row);
    const known = [written?.digest, written?.rewriting].filter((one) => one !== undefined);
    add({ row, group: groupOf(key), body, known });
  }
  return { texts, skipped, removed };
}

function isReview(key: string): boolean {
  return key.startsWith('review ');
}

const part = /^(?:continuation|conversation) |^comment \S+ \d+$/;

/** A text that is too long for one body continues in the next: both change together. */
export function grouping(
  writes: PullRequestWrites,
  existing: readonly string[],
): (key: string | null) => string {
  const keys = [...keysOf(writes), ...existing];
  const hasConversation = keys.some((key) => key.startsWith('conversation '));
  return (key) => {
    if (key === null || key.startsWith('continuation ')) return 'description';
    // Compact, the first review's body is where the conversation begins.
    const isFirstReview = /^review \d+\/1$/.test(key);
    if (key.startsWith('conversation ') || (hasConversation && isFirstReview))
      return 'conversation';
    return /^(comment \S+) \d+$/.exec(key)?.[1] ?? key;
  };
}

/** With longer or shorter names a text may need another number of parts, and comments are neither added nor taken away. */
function groupsOfOtherParts(
  writes: PullRequestWrites,
  existing: readonly string[],
  groupOf: (key: string | null) => string,
): ReadonlySet<string> {
  const rendered = new Set(keysOf(writes));
  const there = new Set(existing);
  const all = [...rendered, ...there];
  return new Set(
    all.filter((key) => part.test(key) && rendered.has(key) !== there.has(key)).map(groupOf),
  );
}

export function keysOf({ reviews, fileComments, replies, comments }: PullRequestWrites): string[] {
  const placed = reviews.flatMap((review) => [review, ...review.comments]);
  return [...placed, ...fileComments, ...replies, ...comments].map(({ key }) => key);
}

/** A text by its key: in its place, and as it stands in the conversation where the target refused that. */
export function bodiesOf(
  { reviews, fileComments, replies, comments }: PullRequestWrites,
  key: string,
): { body: string; otherwise: string } | null {
  const placed = [...reviews.flatMap((review) => review.comments), ...fileComments, ...replies];
  const found = placed.find((one) => one.key === key);
  if (found !== undefined) return found;
  const plain = [...reviews, ...comments].find((one) => one.key === key);
  return plain === undefined ? null : { body: plain.body, otherwise: plain.body };
}
