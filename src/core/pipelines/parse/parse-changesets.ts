import type { Changesets } from '../model/step.ts';
import { child, type Tree } from '../tree/tree.ts';
import { type ParseContext, placedTexts, reportOthers } from './context.ts';

/** The condition of a step or stage on changed files. */
export function parseChangesets(tree: Tree | undefined, context: ParseContext): Changesets | null {
  if (tree === undefined) return null;
  reportOthers(tree, new Set(['changesets', 'state']), context);
  const changesets = child(tree, 'changesets');
  if (changesets === undefined) return null;
  reportOthers(changesets, new Set(['includePaths', 'excludePaths']), context);
  const include = placedTexts(child(changesets, 'includePaths'));
  return {
    place: tree.place,
    include: include ?? { place: changesets.place, value: ['**'] },
    exclude: placedTexts(child(changesets, 'excludePaths')),
  };
}
