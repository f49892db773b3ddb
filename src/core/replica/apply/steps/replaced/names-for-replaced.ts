import type { Plan, PlannedRepository } from '../../../../plan/plan-schema.ts';

/** GitHub's longest name of a repository, in characters. */
const longestName = 100;
const mostNames = 100;

/**
 * Names that a repository may be kept under that is no longer wanted under its own, the best first:
 * `<name>-replaced-<YYYYMMDD>`, then with `-2` and so on.
 * None that the plan wants for something else.
 * @param options.now milliseconds since 1970
 */
export function namesForReplaced(options: {
  planned: Pick<PlannedRepository, 'target'>;
  plan: Pick<Plan, 'repositories'>;
  now: number;
  word?: 'replaced' | 'rolledback';
}): readonly string[] {
  const date = new Date(options.now).toISOString().slice(0, 10).replaceAll('-', '');
  const wanted = new Set(options.plan.repositories.map(({ target }) => target.toLowerCase()));
  const names: string[] = [];
  for (let number = 1; number <= mostNames; number += 1) {
    const ending = `-${options.word ?? 'replaced'}-${date}${number === 1 ? '' : `-${number}`}`;
    const name = `${options.planned.target.slice(0, longestName - ending.length)}${ending}`;
    if (!wanted.has(name.toLowerCase())) names.push(name);
  }
  return names;
}
