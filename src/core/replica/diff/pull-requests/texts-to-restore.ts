import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestWrites } from '../../model/prepared-pull-request.ts';
import type { PullRequestRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { keyOf, textDigest } from '../../recorded/pull-requests/written-record.ts';
import {
  bodiesOf,
  type Rewriting,
  type SkippedText,
  type TextToRewrite,
} from './texts-to-rewrite.ts';

/** Returns each text that a repair has found changed, with what it was found to be: nobody's newer text is replaced. Pure. */
export function textsToRestore({
  writes,
  repair,
  rows,
}: {
  readonly writes: PullRequestWrites;
  readonly repair: PullRequestRecord['mend'];
  readonly rows: readonly CreatedObject[];
}): Rewriting {
  const texts: TextToRewrite[] = [];
  const skipped: SkippedText[] = [];
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  for (const key of repair?.rewrites ?? []) {
    const row = byKey.get(key);
    const bodies = bodiesOf(writes, key);
    if (row === undefined || row.targetId === null || bodies === null) {
      skipped.push({ what: 'text', why: 'gone-from-source', group: key });
      continue;
    }
    // What the target took nowhere else stands in the conversation, and quotes its place.
    const body = row.targetId.startsWith('comment:') ? bodies.otherwise : bodies.body;
    const known = [repair?.foundTexts[key] ?? ''];
    texts.push({ row, group: key, body, digest: textDigest(body), known });
  }
  return { texts, skipped };
}
