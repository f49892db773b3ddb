import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { StepOutcome } from '../../context/step.ts';
import type { SkipReason } from '../../diff/pull-requests/texts-to-rewrite.ts';
import { countRecords, numbersText } from '../../recorded/pull-requests/pull-request-record.ts';
import type { NamesOfOne } from './update/update-begun.ts';

/** Summarizes the step from the state; warns of parts that stayed on the source. */
export async function summarizePullRequests(
  context: RepositoryContext,
  total: number,
  /** Names of pull requests that were written with another user map. */
  names: readonly NamesOfOne[],
): Promise<StepOutcome> {
  const objects = await context.records.listObjects('pull-request');
  const { changed, comments, images, placeholders } = countRecords(objects);
  if (images > 0) {
    const which = numbersText(objects, ({ leftImages }) => leftImages.length > 0);
    context.warn(
      `${count(images, 'image')} in pull requests could not be migrated: links point to Bitbucket${which}`,
    );
  }
  const parts = [count(total, 'pull request'), count(comments, 'comment')];
  if (changed > 0) parts.push(`${changed} changed`);
  if (placeholders > 0) parts.push(count(placeholders, 'placeholder'));
  const renamed = names.filter(({ isChanged }) => isChanged).length;
  const left = names.filter((one) => one.skipped.length > 0).length;
  if (names.length > 0) {
    parts.push(`names rewritten in ${renamed}`);
    if (left > 0) parts.push(`${left} ${left === 1 ? 'keeps' : 'keep'} old names`);
    for (const warning of skippedWarnings(names)) context.warn(warning);
  }
  return {
    status: 'done',
    summary: parts.join(', '),
    pullRequests: {
      ...{ total, changed, comments, images, placeholders },
      ...(names.length > 0 && { renamed, leftUnchanged: left }),
    },
  };
}

/** So many pull requests are named for one reason. */
const named = 20;

const reasons: Readonly<Record<SkipReason, string>> = {
  edited: 'someone edited them on GitHub',
  deleted: 'GitHub no longer has them',
  'gone-from-source': 'Bitbucket no longer has them',
  'other-parts': 'with the new names, they would need more or fewer comments',
  'not-noted': 'the state does not have their text',
  'brought-otherwise': 'Bitbucket has lost their commits',
  'other-state': 'Bitbucket has closed or reopened them since',
  refused: 'GitHub refuses the change',
};

/** A sentence for each reason, with the pull requests of the source. Pure. */
function skippedWarnings(names: readonly NamesOfOne[]): readonly string[] {
  const kinds = Object.keys(reasons) as SkipReason[];
  return kinds.flatMap((why) => {
    const left = names
      .filter((one) => one.skipped.some((text) => text.why === why))
      .sort((one, other) => one.number - other.number)
      .map((one) => `${one.number} (${textsOf(one, why)})`);
    if (left.length === 0) return [];
    const more = left.length > named ? ` and ${left.length - named} more` : '';
    const which = `${left.slice(0, named).join(', ')}${more}`;
    return [`Texts keep their old names, because ${reasons[why]}: pull request ${which}`];
  });
}

function textsOf({ skipped }: NamesOfOne, why: SkipReason): string {
  const own = skipped.filter((text) => text.why === why);
  const texts = own.filter(({ what }) => what === 'text').length;
  const parts = own.length > texts ? ['description'] : [];
  if (texts > 0) parts.push(texts === 1 ? '1 text' : `${texts} texts`);
  return parts.join(', ');
}
