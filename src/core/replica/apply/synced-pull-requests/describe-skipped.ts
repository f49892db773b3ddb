import type { SkippedText } from '../../diff/pull-requests/texts-to-rewrite.ts';
import type { RecordedPullRequest } from '../../recorded/pull-requests/existing-pull-request.ts';
import { substituteReason } from '../../recorded/pull-requests/pull-request-record.ts';

const reasons: Partial<Record<SkippedText['why'], string>> = {
  edited: 'edited on GitHub',
  deleted: 'deleted on GitHub',
  'not-noted': 'not recorded in the state',
  refused: 'refused by GitHub',
};

/** Describes texts that stay as they are, those of one reason together. Pure. */
export function describeSkipped(skipped: readonly SkippedText[]): readonly string[] {
  const groups = [...Map.groupBy(skipped, ({ what, why }) => `${what} ${why}`).values()];
  return groups.flatMap((texts) => {
    const [first] = texts;
    if (first === undefined) return [];
    const why = reasons[first.why] ?? first.why;
    if (first.what === 'description') return [`its description was ${why}`];
    return [texts.length === 1 ? `a comment was ${why}` : `${texts.length} comments were ${why}`];
  });
}

/** The target opens no pull request between branches without commits between them, and moves none there. Pure. */
export function describeOtherBase({ prepared, record }: RecordedPullRequest): readonly string[] {
  const { opening, outcome, pullRequest } = prepared;
  const wanted = pullRequest?.destination.branch ?? null;
  const isKept = outcome === 'open' && record.outcome === 'open';
  if (substituteReason(record) !== null) return [];
  const { branch, kind } = opening.base;
  if (!isKept || wanted === null || kind !== 'existing' || branch === wanted) return [];
  return [`still targets ${branch}: there are no commits between ${wanted} and its branch`];
}
