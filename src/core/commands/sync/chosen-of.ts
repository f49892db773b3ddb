import { chooseRepositories } from '../../plan/choose-repositories.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { slugsOfWave } from '../../plan/waves.ts';

/** Slugs that options name; `null`: all of them. */
export function chosenOf(
  plan: Plan,
  choice: Parameters<typeof chooseRepositories>[1] & { readonly wave: number | undefined },
): ReadonlySet<string> | null {
  const { include, exclude, slugs } = choice;
  const wave = choice.wave === undefined ? null : slugsOfWave(plan, choice.wave);
  if (include.length + exclude.length === 0 && slugs === undefined) return wave;
  const repositories = plan.repositories.map(({ source, name = source }) => ({
    slug: source,
    name,
  }));
  const chosen = chooseRepositories({ repositories }, choice).map(({ slug }) => slug);
  return new Set(wave === null ? chosen : chosen.filter((slug) => wave.has(slug)));
}
