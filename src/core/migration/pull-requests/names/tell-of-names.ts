import type { NamesOfOne } from './rewrite-names.ts';
import type { LeftReason } from './texts-to-rewrite.ts';

/** Pure. */
export function countNames(names: readonly NamesOfOne[]): {
  readonly renamed: number;
  readonly leftUnchanged: number;
} {
  return {
    renamed: names.filter(({ isChanged }) => isChanged).length,
    leftUnchanged: names.filter(({ left }) => left.length > 0).length,
  };
}

/** So many pull requests are named for one reason. */
const named = 20;

const reasons: Readonly<Record<LeftReason, string>> = {
  edited: 'somebody has edited them on the target',
  deleted: 'they are gone from the target',
  'gone-from-source': 'the source does not have them any more',
  'other-parts': 'with these names they would need more or fewer comments',
  'not-noted': 'the state does not know what was written',
  'brought-otherwise': 'the source has lost their commits',
  'other-state': 'the source has closed or reopened them since',
  refused: 'the target refuses the change',
};

/** A sentence for each reason, with the pull requests of the source. Pure. */
export function leftWarnings(names: readonly NamesOfOne[]): readonly string[] {
  const kinds = Object.keys(reasons) as LeftReason[];
  return kinds.flatMap((why) => {
    const left = names
      .filter((one) => one.left.some((text) => text.why === why))
      .sort((one, other) => one.number - other.number)
      .map((one) => `${one.number} (${textsOf(one, why)})`);
    if (left.length === 0) return [];
    const more = left.length > named ? ` and ${left.length - named} more` : '';
    const which = `${left.slice(0, named).join(', ')}${more}`;
    return [`Texts left with their names, because ${reasons[why]}: pull request ${which}`];
  });
}

function textsOf({ left }: NamesOfOne, why: LeftReason): string {
  const own = left.filter((text) => text.why === why);
  const texts = own.filter(({ what }) => what === 'text').length;
  const parts = own.length > texts ? ['description'] : [];
  if (texts > 0) parts.push(texts === 1 ? '1 text' : `${texts} texts`);
  return parts.join(', ');
}
