import type { Person } from '../../../ports/records/person.ts';
import { type Markers, markerLength } from '../../../text/context/marker.ts';
import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import { type ImportLoss, lossesKey } from '../../recorded/pull-requests/pull-request-record.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';
import { sealed } from '../render/input/rendering.ts';
import { joinBlocks, link, nameOf } from '../render/parts/markdown-pieces.ts';
import type { FoundRendering } from './archive-rendering.ts';
import type { SentItem, SentPullRequest } from './sent-pull-request.ts';

/** An imported pull request that a repair concerns. */
export interface Restoring {
  readonly sent: SentPullRequest;
  readonly rendering: Pick<FoundRendering, 'pullRequest' | 'words'>;
  /** Digests of the reviews and comments that the target has, as they were imported, by key. */
  readonly there: ReadonlyMap<string, string>;
  /** Keys of those that a repair writes, or has written. */
  readonly restored: ReadonlySet<string>;
  readonly losses: readonly ImportLoss[];
  readonly markers: Markers;
  readonly personOf: (login: string | null) => Person | null;
}

/**
 * Returns what an imported pull request is to have: what the importer has made keeps its author's text, and what is written
 * again says in its first line who wrote it, and when. Pure.
 */
export function restoringWrites(restoring: Restoring): PullRequestWrites {
  const { sent, there, restored } = restoring;
  const writes: Mutable<PullRequestWrites> = {
    ...{ title: sent.title, body: sent.body },
    ...{ reviews: [], fileComments: [], replies: [], comments: [] },
    resolved: sent.items.filter(({ isResolved }) => isResolved).map(({ key }) => key),
  };
  for (const item of sent.items) {
    if (restored.has(item.key)) addRestored(writes, restoring, item);
    // Only what was imported is restored: the source may have another text by now, and a file has another address.
    else if (there.get(item.key) === textDigest(item.text))
      writes.comments.push({ key: item.key, body: item.text });
  }
  if (restored.has(lossesKey))
    writes.comments.push(...partsOf(restoring, lossesKey, lossesText(restoring)));
  return writes;
}

type Mutable<T> = {
  -readonly [Key in keyof T]: T[Key] extends readonly (infer One)[] ? One[] : T[Key];
};

/** Adds one to where it was; the rest of a long text goes to the conversation. */
function addRestored(
  writes: Mutable<PullRequestWrites>,
  restoring: Restoring,
  item: SentItem,
): void {
  const { key, place } = item;
  const text = joinBlocks(headerOf(restoring, item), item.text);
  const [first, ...rest] = partsOf(restoring, key, text);
  if (first === undefined) return;
  if (place === null) {
    writes.comments.push(first, ...rest);
    return;
  }
  const { body } = first;
  // Beside the place that the target refuses, its text says where it was.
  const [otherwise = first] = partsOf(
    restoring,
    key,
    joinBlocks(placeText(restoring, place), text),
  );
  const write = { key, body, otherwise: otherwise.body };
  if ('rootKey' in place) writes.replies.push({ ...place, ...write });
  else writes.fileComments.push({ ...write, placement: place });
  writes.comments.push(...rest);
}

function placeText({ rendering }: Restoring, place: NonNullable<SentItem['place']>): string {
  if ('rootKey' in place) return '_In reply to a comment on the diff:_';
  const path = rendering.words.codeSpan(place.place.path);
  if (place.kind === 'file') return `_On_ ${path}`;
  const { line, startLine } = place.place;
  const lines = startLine === null ? `line ${line}` : `lines ${startLine} to ${line}`;
  return `_On_ ${path}, ${lines}`;
}

function partsOf({ rendering, markers }: Restoring, key: string, text: string) {
  const { words } = rendering;
  const room = words.maxBody - markerLength;
  return words.splitBody(text, { first: room, rest: room }).map((part, index) => {
    const partKey = index === 0 ? key : `${key} part ${index + 1}`;
    return { key: partKey, body: sealed({ markers }, partKey, part) };
  });
}

const verdictWords = {
  approved: 'approved these changes',
  'changes-requested': 'requested changes',
} as const;

function headerOf(
  { rendering: { words, pullRequest }, personOf }: Restoring,
  { by, at, verdict }: SentItem,
): string {
  const did = verdict === null ? null : verdictWords[verdict];
  const who = `**${nameOf(words, personOf(by))}**`;
  const parts = [
    did === null ? who : `${who} ${did}`,
    words.time(at),
    link(`pull request ${pullRequest.number} on Bitbucket`, pullRequest.webUrl),
    'written again after the import',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const isoTime = /\d{4}-\d\d-\d\dT[\d:]{8}Z/g;

/** Says of what was lost as a whole, and is written again, nothing more. */
function lossesText({
  rendering: { words, pullRequest },
  restored,
  losses,
  sent,
}: Restoring): string {
  const name = `pull request ${pullRequest.number} on Bitbucket`;
  const original = link(name, pullRequest.webUrl) ?? name;
  const written = new Set(sent.items.map(({ key }) => key).filter((key) => restored.has(key)));
  const told = losses.filter(({ key }) => key === null || !written.has(key));
  const lines = told.map(({ text }) => `- ${words.plainText(text.replace(isoTime, words.time))}`);
  return joinBlocks(
    `What GitHub's importer did not keep from ${original}:`,
    lines.length === 0 ? '- Nothing more' : lines.join('\n'),
  );
}
