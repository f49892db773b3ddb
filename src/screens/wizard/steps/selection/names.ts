import type { WizardOptions } from '../../../../core/options/controls.ts';
import { type ResolvedName, resolveNames } from '../../../../core/plan/renames.ts';
import type { SelectionState } from './model.ts';

type NameFrom = WizardOptions['nameFrom'];

/** The names of all selected repositories on the target, by slug. Pure. */
function selectedNames(
  { items, selected, renames, resolveTargetNames }: SelectionState,
  nameFrom: NameFrom,
): ReadonlyMap<string, ResolvedName> {
  const repositories = items
    .filter(({ slug }) => selected.has(slug))
    .map(({ slug, name }) => ({ slug, wanted: nameFrom === 'name' ? name : slug }));
  const names = resolveNames({ repositories, renames, resolveTargetNames });
  return new Map(
    repositories.flatMap(({ slug }, index) => {
      const name = names[index];
      return name === undefined ? [] : [[slug, name] as const];
    }),
  );
}

/** Why the name that is being edited cannot be used; `null` where it can. Pure. */
export function renameProblem(state: SelectionState, nameFrom: NameFrom): string | null {
  const { rename, selected, resolveTargetNames } = state;
  if (rename === null) return null;
  const target = rename.text.text.trim();
  if (target === '' || target === rename.slug) return null;
  const { slug } = rename;
  const others = new Set([...selected].filter((one) => one !== slug));
  const names = selectedNames({ ...state, selected: others }, nameFrom);
  const owner = [...names].find(([, one]) => one.target.toLowerCase() === target.toLowerCase());
  if (owner !== undefined) return `${owner[0]} already has this name`;
  const [own] = resolveNames({
    repositories: [{ slug, wanted: slug }],
    renames: new Map([[slug, target]]),
    resolveTargetNames,
  });
  return own?.problem ?? null;
}

/** The first selected repository whose new name cannot be used, with the reason; `null` without one. Pure. */
export function clashingName(state: SelectionState, nameFrom: NameFrom): string | null {
  if (state.renames.size === 0) return null;
  for (const [slug, { target, problem }] of selectedNames(state, nameFrom)) {
    if (problem !== null) return `${slug} cannot become ${target}: ${problem}`;
  }
  return null;
}
