import { hasCode } from '../../../kernel/errors.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { CreatedAs } from '../open/create-pull-request.ts';
import type { WritingContext } from '../pull-request-context.ts';
import { bodiesOf } from '../texts/texts-to-rewrite.ts';
import { createdIds } from '../write/find-written.ts';
import { readRecord } from '../write/pull-request-record.ts';
import { readWritten, textDigest, textsDigest, toWrittenText } from '../write/written-record.ts';

/** Milliseconds: a branch that was pushed again a moment ago may not be seen everywhere. */
const pausesUntilSeen = [1000, 3000, 8000];

/** Whether its branches have to be pushed although it was made before. */
export function lacksBranches(known: CreatedObject | undefined): boolean {
  return known !== undefined && (readRecord(known)?.mend?.branches ?? false);
}

/**
 * Sets back what a repair has found changed: title and description, the texts that were written into it, and one that
 * somebody closed is opened again. What is missing is written as always, since the state does not know it any more.
 */
export async function mendPullRequest(
  context: WritingContext,
  { prepared, number }: CreatedAs,
  known: CreatedObject | undefined,
): Promise<void> {
  const mend = known === undefined ? null : (readRecord(known)?.mend ?? null);
  if (mend === null) return;
  const { target, signal, targetName } = context.repository;
  const name = { ...targetName, number, signal };
  const { title, body } = prepared.writes;
  const changedSince = (what: string) =>
    context.repository.warn(
      `Pull request ${prepared.number}: ${what} changed since it was compared, and stays`,
    );
  if (mend.texts) {
    const now = await target.pullRequests.find(name);
    if (now !== null && textsDigest(now) === mend.found)
      await target.pullRequests.update({ ...name, title, body });
    else changedSince('title or description');
  }
  for (const key of mend.rewrites) {
    const one = { prepared, number, key, found: mend.foundTexts[key] ?? '' };
    if (!(await rewrite(context, one))) changedSince(key);
  }
  if (mend.state && prepared.outcome === 'open') await reopen(context, number);
}

/** @returns `false` where the text is not the one that was found any more */
async function rewrite(
  { repository }: WritingContext,
  one: Pick<CreatedAs, 'prepared' | 'number'> & { readonly key: string; readonly found: string },
): Promise<boolean> {
  const { prepared, number, key, found } = one;
  const { target, signal, records, targetName } = repository;
  const sourceId = `${prepared.number}/${key}`;
  const row = await records.findObject('comment', sourceId);
  const made = createdIds.parse(row?.targetId ?? '');
  const texts = bodiesOf(prepared.writes, key);
  if (row === null || made === null || texts === null) {
    repository.warn(
      `Pull request ${prepared.number}: ${key} cannot be restored, because the source no longer has it`,
    );
    return true;
  }
  const place = { ...targetName, number, signal };
  const now = await findText(target.pullRequests, place, made);
  if (now === null || textDigest(now) !== found) return false;
  // What the target took nowhere else stands in the conversation, and quotes its place.
  const body = made.kind === 'comment' ? texts.otherwise : texts.body;
  await target.audit.updateText({
    ...targetName,
    number,
    ...made,
    body,
    signal,
  });
  await records.saveObjectData('comment', sourceId, toWrittenText(body, readWritten(row)?.place));
  return true;
}

/** @returns `null` where it is gone */
async function findText(
  pullRequests: WritingContext['repository']['target']['pullRequests'],
  place: Parameters<typeof pullRequests.listComments>[0],
  { kind, id }: { readonly kind: 'comment' | 'review-comment' | 'review'; readonly id: string },
): Promise<string | null> {
  const lists = {
    comment: pullRequests.listComments,
    'review-comment': pullRequests.listReviewComments,
    review: pullRequests.listReviews,
  };
  for await (const page of lists[kind].call(pullRequests, place)) {
    const found = page.find((one) => one.id === id);
    if (found !== undefined) return found.body;
  }
  return null;
}

async function reopen({ repository }: WritingContext, number: number): Promise<void> {
  const { target, signal, waitingClock, targetName } = repository;
  const name = { ...targetName, number, signal };
  for (const pause of [...pausesUntilSeen, null]) {
    try {
      await target.pullRequests.update({ ...name, state: 'open' });
      return;
    } catch (error) {
      if (!hasCode(error, 'refused')) throw error;
      if (pause === null) {
        repository.warn(
          `Pull request ${number} could not be reopened: ${error.detail ?? error.message}`,
        );
        return;
      }
      await waitingClock.sleep(pause, signal);
    }
  }
}
