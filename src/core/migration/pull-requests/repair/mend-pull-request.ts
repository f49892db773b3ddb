import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { WritingContext } from '../context/pull-request-context.ts';
import { restoringChange } from '../fields/fields.ts';
import type { CreatedAs } from '../model/prepared-pull-request.ts';
import { type PullRequestRecord, readRecord } from '../records/pull-request-record.ts';
import { textDigest, textsDigest } from '../records/written-record.ts';
import { changePullRequest, refusalText, tryChange } from '../target/change-pull-request.ts';
import { rewriteTexts } from '../texts/rewrite-texts.ts';
import { bodiesOf, type TextToRewrite } from '../texts/texts-to-rewrite.ts';

type Mend = NonNullable<PullRequestRecord['mend']>;

/** Tells whether its branches have to be pushed although it was created before. */
export function lacksBranches(known: CreatedObject | undefined): boolean {
  return known !== undefined && (readRecord(known)?.mend?.branches ?? false);
}

/**
 * Restores what a repair has found changed: title and description, the texts that were written into it, and one that
 * somebody closed is opened again. What changed since it was compared stays. What is missing is written as always, since the
 * state does not know it any more.
 */
export async function mendPullRequest(
  context: WritingContext,
  one: CreatedAs,
  known: CreatedObject | undefined,
): Promise<void> {
  const mend = known === undefined ? null : (readRecord(known)?.mend ?? null);
  if (mend === null) return;
  const { repository } = context;
  const { prepared, number } = one;
  const say = (what: string) => repository.warn(`Pull request ${prepared.number}: ${what}`);
  const staying: string[] = [];
  if (mend.texts && !(await restoreTitle(context, one, mend))) staying.push('title or description');
  const { left } = await rewriteTexts({
    ...{ context, number },
    rewriting: { texts: await textsToRestore(context, { one, mend, say }), left: [] },
    noteDescription: async () => {},
  });
  for (const { group, why } of left) {
    if (why === 'refused') say(`${group} cannot be restored, because the target refuses its text`);
    else if (group !== undefined) staying.push(group);
  }
  for (const what of staying) say(`${what} changed since it was compared, and stays`);
  if (!mend.state || prepared.outcome !== 'open') return;
  const request = { number, change: restoringChange('state', prepared), isNewBranch: true };
  const { refusal } = await tryChange(repository, request);
  if (refusal !== null) say(`it could not be reopened: ${refusalText(refusal)}`);
}

/** @returns `false` where the texts are not those that were found any more */
async function restoreTitle(
  { repository }: WritingContext,
  { prepared, number }: CreatedAs,
  mend: Mend,
): Promise<boolean> {
  const { target, targetName, signal } = repository;
  const now = await target.pullRequests.find({ ...targetName, number, signal });
  if (now === null || textsDigest(now) !== mend.found) return false;
  await changePullRequest(repository, { number, change: restoringChange('texts', prepared) });
  return true;
}

/** Each text that was found changed, with what it was found to be: nobody else's newer text is replaced. */
async function textsToRestore(
  { repository }: WritingContext,
  { one, mend, say }: { one: CreatedAs; mend: Mend; say: (what: string) => void },
): Promise<readonly TextToRewrite[]> {
  const texts: TextToRewrite[] = [];
  for (const key of mend.rewrites) {
    const row = await repository.records.findObject('comment', `${one.prepared.number}/${key}`);
    const bodies = bodiesOf(one.prepared.writes, key);
    if (row === null || row.targetId === null || bodies === null) {
      say(`${key} cannot be restored, because the source no longer has it`);
      continue;
    }
    // What the target took nowhere else stands in the conversation, and quotes its place.
    const body = row.targetId.startsWith('comment:') ? bodies.otherwise : bodies.body;
    const known = [mend.foundTexts[key] ?? ''];
    texts.push({ row, group: key, body, digest: textDigest(body), known });
  }
  return texts;
}
