import type { PlacedWrite } from '../../model/prepared-pull-request.ts';
import type { ExpectedImport, ExpectedItem } from '../../recorded/imports/expected-import.ts';
import { locationText, textDigest } from '../../recorded/pull-requests/written-record.ts';

/** A review or a comment as an archive has it. */
export interface SentItem extends Omit<ExpectedItem, 'digest' | 'place'> {
  readonly text: string;
  /** Of a thread's first comment; a reply has the key of that comment, and the conversation has no places. */
  readonly place: PlacedWrite['placement'] | { readonly rootKey: string } | null;
}

/** A pull request as an archive has it, in the same form for each format. */
export interface SentPullRequest extends Omit<ExpectedImport, 'title' | 'body' | 'items'> {
  readonly title: string;
  readonly body: string;
  readonly items: readonly SentItem[];
}

/** Describes what an importer is to make of a pull request: texts as digests. Pure. */
export function expectImport({ title, body, items, ...sent }: SentPullRequest): ExpectedImport {
  return {
    ...sent,
    title: textDigest(title),
    body: textDigest(body),
    items: items.map(({ text, place, ...item }) => {
      return { ...item, digest: textDigest(text), place: placeText(place) };
    }),
  };
}

function placeText(place: SentItem['place']): string | null {
  if (place === null) return null;
  return 'rootKey' in place ? `reply to ${place.rootKey}` : locationText({ placement: place });
}
