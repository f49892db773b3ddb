import { inParallel } from '../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import {
  ownedByUnfinished,
  targetsOfUnfinished,
} from '../../replica/apply/guard/targets-of-unfinished.ts';
import { asRepositoryFailure } from '../../replica/context/as-repository-failure.ts';
import { targetExists } from '../../replica/context/target-exists.ts';
import { checkMarkerKey } from './check-marker-key.ts';
import type { Preflight } from './preflight-questions.ts';

/** Requests at the same time; the target allows a hundred in all. */
const concurrency = 8;

export interface PlannedTargets {
  /** Targets that are there already and are to be left as they are, by slug. */
  readonly existing: ReadonlyMap<string, TargetRepository>;
  /** Targets that are there already and are to be replaced, by slug. */
  readonly replaced: ReadonlyMap<string, TargetRepository>;
  readonly problems: readonly MigratorError[];
}

/** Which planned names are taken on the target: a problem each, unless the options say what to do with them. */
export async function findPlannedTargets(
  check: Preflight & { owner: TargetOwner },
): Promise<PlannedTargets> {
  const { owner, signal, services, options } = check;
  const unknown = check.repositories.filter(({ source }) => !check.begun.has(source));
  const looked = await inParallel(unknown, { concurrency }, async (planned) => {
    const name = { owner: owner.login, name: planned.target };
    try {
      const lookup = await services.target.findRepository({ ...name, signal });
      return { planned, found: lookup.state === 'present' ? lookup.repository : null };
    } catch (error) {
      return { planned, found: asRepositoryFailure(error) };
    }
  });
  const existing = new Map<string, TargetRepository>();
  const replaced = new Map<string, TargetRepository>();
  const problems: MigratorError[] = [];
  const adoptable: PlannedRepository[] = [];
  const isAnyThere = looked.some(
    ({ found }) => found !== null && !(found instanceof MigratorError),
  );
  const { store } = services;
  const owned = isAnyThere ? await targetsOfUnfinished(store, { organization: owner.login }) : null;
  // In the order of the plan, whichever answer came first: a person is asked about each, one after the other.
  for (const { planned, found } of looked) {
    const { source, target } = planned;
    const other = found instanceof MigratorError || found === null ? null : owned?.findOwner(found);
    if (found instanceof MigratorError) problems.push(found);
    else if (found === null || found.id === check.made.get(source)) continue;
    else if (options.skipExisting) existing.set(source, found);
    else if (other) problems.push(ownedByUnfinished(`${owner.login}/${target}`, other));
    else if (options.overwrite) replaced.set(source, found);
    // Whether it is ours is known when the source is fetched.
    else if (check.adoptsFound) adoptable.push(planned);
    else {
      const where = { targetFullName: `${owner.login}/${target}`, target: services.target };
      problems.push(targetExists(where, { hint: existingHint }));
    }
  }
  problems.push(...(await checkMarkerKey(check, adoptable)));
  return { existing, replaced, problems };
}

/** For the command line: a screen offers an option instead. */
export const existingHint =
  'Use --skip-existing to skip it, --overwrite to replace it, or give the repository another name in the plan.';
