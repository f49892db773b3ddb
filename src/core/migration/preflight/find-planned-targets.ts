import { inParallel } from '../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import { asRepositoryFailure } from '../as-repository-failure.ts';
import { checkMarkerKey } from './check-marker-key.ts';
import type { Preflight } from './preflight-questions.ts';

/** Requests at the same time; the target allows a hundred in all. */
const concurrency = 8;

export interface PlannedTargets {
  /** To be left as they are, by slug. */
  readonly existing: ReadonlyMap<string, TargetRepository>;
  /** To be replaced, by slug. */
  readonly replaced: ReadonlyMap<string, TargetRepository>;
  readonly problems: readonly MigratorError[];
}

/** Which planned names are taken on the target: a problem each, unless the options say what to do with them. */
export async function findPlannedTargets(
  check: Preflight & { owner: TargetOwner },
): Promise<PlannedTargets> {
  const { owner, signal, services, options } = check;
  const unknown = check.repositories.filter(({ source }) => !check.begun.has(source));
  const present = new Map<string, TargetRepository>();
  const failed = new Map<string, MigratorError>();
  await inParallel(unknown, { concurrency }, async ({ source, target }) => {
    const name = { owner: owner.login, name: target };
    try {
      const lookup = await services.target.findRepository({ ...name, signal });
      if (lookup.state === 'present') present.set(source, lookup.repository);
    } catch (error) {
      failed.set(source, asRepositoryFailure(error));
    }
  });
  const existing = new Map<string, TargetRepository>();
  const replaced = new Map<string, TargetRepository>();
  const problems: MigratorError[] = [];
  const adoptable: PlannedRepository[] = [];
  // In the order of the plan, whichever answer came first: a person is asked about each, one after the other.
  for (const planned of unknown) {
    const { source, target } = planned;
    const failure = failed.get(source);
    if (failure !== undefined) problems.push(failure);
    const repository = present.get(source);
    if (repository === undefined || repository.id === check.made.get(source)) continue;
    if (options.skipExisting) existing.set(source, repository);
    else if (options.overwrite) replaced.set(source, repository);
    // Whether it is ours can be told when the source is fetched.
    else if (check.adoptsFound) adoptable.push(planned);
    else problems.push(alreadyExists(check, target));
  }
  problems.push(...(await checkMarkerKey(check, adoptable)));
  return { existing, replaced, problems };
}

/** For the command line: a screen offers an option instead. */
export const existingHint =
  'Use --skip-existing to skip it, --overwrite to replace it, or give the repository another name in the plan.';

function alreadyExists(
  { owner, services }: Preflight & { owner: TargetOwner },
  name: string,
): MigratorError {
  const { hostname } = services.target;
  return new MigratorError(
    'target-exists',
    `Repository already exists: ${owner.login}/${name} on ${hostname}`,
    { hint: existingHint },
  );
}
