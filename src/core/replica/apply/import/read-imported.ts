import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { AuditedComment, AuditedEvent } from '../../../ports/target-audit.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { ImportedFields } from '../../diff/imports/differs.ts';
import type { ImportedItem } from '../../diff/imports/match-items.ts';
import { toSecond } from '../../recorded/imports/expected-import.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';

type ReadContext = Pick<RepositoryContext, 'target' | 'targetName' | 'signal' | 'reportProgress'>;

/** `title` and `body` as digests. */
type ImportedPullRequest = ImportedFields &
  Pick<TargetPullRequest, 'number' | 'author' | 'createdAt' | 'endedAt' | 'webUrl' | 'isDraft'>;

/** All that an import has made of pull requests, without the texts themselves. */
export interface Imported {
  /** By number. */
  readonly pullRequests: ReadonlyMap<number, ImportedPullRequest>;
  readonly items: ReadonlyMap<number, readonly ImportedItem[]>;
  /** Histories by number, as far as the host shows them. */
  readonly events: ReadonlyMap<number, readonly AuditedEvent[]>;
}

/**
 * Reads a repository by lists over the whole of it: a hundred rows a request.
 * @param hasThreads tells whether it matters which threads of a pull request are resolved
 */
export async function readImported(
  context: ReadContext,
  hasThreads: (number: number) => boolean,
): Promise<Imported> {
  const { target, targetName, signal } = context;
  const repository = { ...targetName, signal };
  const pullRequests = new Map<number, ImportedPullRequest>();
  for await (const page of target.pullRequests.list(repository)) {
    for (const { title, body, ...rest } of page) {
      const digests = { title: textDigest(title), body: textDigest(body) };
      pullRequests.set(rest.number, { ...rest, ...digests });
    }
  }
  const items = new Map<number, Item[]>();
  const add = (number: number | null, item: Item) => {
    if (number === null || !pullRequests.has(number)) return;
    const known = items.get(number);
    if (known === undefined) items.set(number, [item]);
    else known.push(item);
  };
  const comments = [
    ['review-comment', target.audit.listReviewComments(repository)],
    ['comment', target.audit.listComments(repository)],
  ] as const;
  for (const [kind, pages] of comments) {
    for await (const page of pages) for (const one of page) add(one.number, itemOf(kind, one));
  }
  const numbers = [...pullRequests.keys()];
  const events = await readReviews(context, { items, hasThreads, numbers, add });
  return { pullRequests, items, events };
}

/** So many at a time: their texts are not kept. */
const chunk = 500;

async function readReviews(
  { target, targetName, signal, reportProgress }: ReadContext,
  options: {
    readonly items: ReadonlyMap<number, readonly Item[]>;
    readonly hasThreads: (number: number) => boolean;
    readonly numbers: readonly number[];
    readonly add: (number: number, item: Item) => void;
  },
): Promise<Imported['events']> {
  const { items, hasThreads, numbers, add } = options;
  const histories = new Map<number, readonly AuditedEvent[]>();
  const total = numbers.length;
  for (let at = 0; at < total; at += chunk) {
    const some = numbers.slice(at, at + chunk);
    const found = await target.audit.readConversations({
      ...{ ...targetName, signal, numbers: some.filter(hasThreads) },
      reviewsOf: some.filter((number) => !hasThreads(number)),
      withEvents: true,
    });
    for (const [number, { reviews, threads, events }] of found) {
      if (events !== null) histories.set(number, events);
      for (const one of items.get(number) ?? [])
        if (one.kind === 'review-comment') one.isResolved = threads?.get(one.id) ?? null;
      for (const { verdict, ...review } of reviews)
        add(number, { ...itemOf('review', { ...review, madeOn: null }), verdict });
    }
    const done = Math.min(total, at + chunk);
    reportProgress({ done, total, unit: 'pull requests', what: 'reading what was imported' });
  }
  return histories;
}

type Item = { -readonly [Key in keyof ImportedItem]: ImportedItem[Key] };

function itemOf(kind: ImportedItem['kind'], comment: Omit<AuditedComment, 'number'>): Item {
  const { id, webUrl, author, createdAt, body, place, madeOn, rootId } = comment;
  const at = createdAt === null ? null : toSecond(createdAt);
  const location = place === null ? null : { place, madeOn, rootId };
  const said = { kind, id, url: webUrl, by: author, at, digest: textDigest(body) };
  return { ...said, verdict: null, location, isResolved: null };
}
