import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { Act, Undo } from '../../engine/act.ts';
import type { SelectionAction, SelectionState } from './model.ts';

/** Selected repositories and their new names. */
export const selectionUndo: Undo<SelectionState, SelectionAction> = {
  act(action, before, after) {
    if (isSame(before, after)) return null;
    switch (action.type) {
      case 'toggle':
      case 'all':
      case 'none':
      case 'use-pattern':
        return selectionAct(before.selected, after.selected);
      case 'use-rename':
      case 'set-rename': {
        const slug = action.type === 'set-rename' ? action.slug : (before.rename?.slug ?? '');
        return { name: `renamed ${safe(slug)}` };
      }
      default:
        return null;
    }
  },
  restore(now, before) {
    if (now.inventory?.source.workspace !== before.inventory?.source.workspace) return now;
    const known = new Set(now.items.map(({ slug }) => slug));
    const selected = new Set([...before.selected].filter((slug) => known.has(slug)));
    const { renames, patterns } = before;
    const then = { ...now, selected, renames, patterns, offer: null };
    return isSame(now, then) ? now : then;
  },
};

type Chosen = Pick<SelectionState, 'selected' | 'renames'>;

function isSame(one: Chosen, other: Chosen): boolean {
  return (
    one.selected.symmetricDifference(other.selected).size === 0 &&
    one.renames.size === other.renames.size &&
    [...one.renames].every(([slug, name]) => other.renames.get(slug) === name)
  );
}

function selectionAct(before: ReadonlySet<string>, after: ReadonlySet<string>): Act {
  const added = [...after.difference(before)];
  const removed = [...before.difference(after)];
  const parts = [
    ...(added.length === 0 ? [] : [`selected ${namesText(added)}`]),
    ...(removed.length === 0 ? [] : [`cleared ${namesText(removed)}`]),
  ];
  return { name: parts.join(', ') };
}

function namesText(slugs: readonly string[]): string {
  const [first = ''] = slugs;
  return slugs.length === 1 ? safe(first) : count(slugs.length, 'repository', 'repositories');
}
