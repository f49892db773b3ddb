import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { AuditedComment } from '../../../ports/target-audit.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { ImportedItem } from '../../diff/imports/match-items.ts';
import { toSecond } from '../../recorded/imports/expected-import.ts';
import { textDigest } from '../../recorded/pull-requests/written-record.ts';

type ReadContext = Pick<RepositoryContext, 'target' | 'targetName' | 'signal' | 'reportProgress'>;

export type ImportedPullRequest = Pick<
  TargetPullRequest,
  'number' | 'author' | 'createdAt' | 'endedAt' | 'webUrl'
>;

/** All that an import has made of pull requests, without the texts themselves. */
export interface Imported {
  /** By number. */
  readonly pullRequests: ReadonlyMap<number, ImportedPullRequest>;
  readonly items: ReadonlyMap<number, readonly ImportedItem[]>;
}

/** Reads a repository by lists over the whole of it: a hundred rows a request. */
export async function readImported(context: ReadContext): Promise<Imported> {
  const { target, targetName, signal } = context;
  const repository = { ...targetName, signal };
  const pullRequests = new Map<number, ImportedPullRequest>();
  for await (const page of target.pullRequests.list(repository)) {
    for (const { number, author, createdAt, endedAt, webUrl } of page)
      pullRequests.set(number, { number, author, createdAt, endedAt, webUrl });
  }
  const items = new Map<number, ImportedItem[]>();
  const add = (number: number | null, item: ImportedItem) => {
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
  await readReviews(context, [...pullRequests.keys()], add);
  return { pullRequests, items };
}

/** So many at a time: their texts are not kept. */
const chunk = 500;

async function readReviews(
  { target, targetName, signal, reportProgress }: ReadContext,
  numbers: readonly number[],
  add: (number: number, item: ImportedItem) => void,
): Promise<void> {
  const total = numbers.length;
  for (let at = 0; at < total; at += chunk) {
    const reviewsOf = numbers.slice(at, at + chunk);
    const found = await target.audit.readConversations({
      ...{ ...targetName, signal },
      ...{ numbers: [], reviewsOf },
    });
    for (const [number, { reviews }] of found) {
      for (const { verdict, ...review } of reviews)
        add(number, { ...itemOf('review', review), verdict });
    }
    const done = Math.min(total, at + chunk);
    reportProgress({ done, total, unit: 'pull requests', what: 'reading what was imported' });
  }
}

function itemOf(
  kind: ImportedItem['kind'],
  { id, webUrl, author, createdAt, body }: Omit<AuditedComment, 'number' | 'madeOn'>,
): ImportedItem {
  const at = createdAt === null ? null : toSecond(createdAt);
  return { kind, id, url: webUrl, by: author, at, digest: textDigest(body), verdict: null };
}
