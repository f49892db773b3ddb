import type { Created } from '../../journal/once.ts';
import type { TargetComment, TargetPullRequest } from '../../ports/pull-request-target.ts';
import type { WritingContext } from '../context/pull-requests/pull-request-context.ts';
import type { TextKind } from '../recorded/pull-requests/created-ids.ts';

export interface FoundText extends Created {
  readonly body: string;
}

/** Texts that migrator wrote into one pull request of the target, by the digest in their marker. */
export async function findWritten(
  context: WritingContext,
  number: number,
): Promise<ReadonlyMap<string, FoundText>> {
  const found = new Map<string, FoundText>();
  for (const [kind, list] of textLists(context, number)) {
    for await (const page of list()) {
      for (const { id, body, webUrl } of page) {
        const digest = context.markers.digestOf(body);
        const made = { targetId: `${kind}:${id}`, targetUrl: webUrl, body };
        if (digest !== null) found.set(digest, made);
      }
    }
  }
  return found;
}

/** All texts of a pull request except its description, by their kind. */
export function textLists(
  { repository }: WritingContext,
  number: number,
): readonly (readonly [TextKind, () => AsyncIterable<readonly TargetComment[]>])[] {
  const { target, signal, targetName } = repository;
  const name = { ...targetName, number, signal };
  return [
    ['review', () => target.pullRequests.listReviews(name)],
    ['review-comment', () => target.pullRequests.listReviewComments(name)],
    ['comment', () => target.pullRequests.listComments(name)],
  ];
}

/**
 * Pull requests of the target, newest first, down to the one that cannot be among those that are looked for.
 * @param downTo its number on the target
 */
export async function* newestPullRequests(
  { repository, numbers }: Pick<WritingContext, 'repository'> & Partial<WritingContext>,
  downTo: number,
): AsyncGenerator<TargetPullRequest> {
  const { target, signal, targetName } = repository;
  const name = { ...targetName, signal };
  const atMost = numbers === undefined ? undefined : rowsOfPage(downTo, numbers.newest);
  for await (const page of target.pullRequests.list({ ...name, atMost })) {
    yield* page;
    if (page.some(({ number }) => number <= downTo)) return;
  }
}

/**
 * Lists the pull requests of some numbers that the target shows: one by one, or by its list, whichever takes fewer
 * requests.
 * @param wanted numbers on the target
 */
export async function* pullRequestsOf(
  context: Pick<WritingContext, 'repository'> & Partial<WritingContext>,
  wanted: readonly number[],
): AsyncGenerator<TargetPullRequest> {
  const first = Math.min(...wanted);
  const span = (context.numbers?.newest ?? 0) - first + 1;
  if (wanted.length * 50 < span) {
    const { target, signal, targetName } = context.repository;
    for (const number of wanted) {
      const found = await target.pullRequests.find({ ...targetName, number, signal });
      if (found !== null) yield found;
    }
    return;
  }
  const asked = new Set(wanted);
  for await (const one of newestPullRequests(context, first)) if (asked.has(one.number)) yield one;
}

/**
 * Each row is some twenty kilobytes, and several times that once it is parsed: a batch comes in two pages. A few more,
 * because others may have made some since.
 */
function rowsOfPage(oldest: number, newest: number): number {
  return Math.min(50, Math.max(20, Math.ceil((newest - oldest + 6) / 2)));
}
