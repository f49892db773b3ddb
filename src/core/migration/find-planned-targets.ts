import { MigratorError } from '../errors.ts';
import type { TargetOwner } from '../model/account.ts';
import type { TargetRepository } from '../model/repository.ts';
import { inParallel } from './in-parallel.ts';
import type { Preflight } from './preflight-questions.ts';
import { problemOfOne } from './problem-of-one.ts';

/** Requests at the same time; the target allows a hundred in all. */
const concurrency = 8;

/** Which planned names are taken on the target: a problem each, unless they are to be skipped. */
export async function findPlannedTargets(check: Preflight & { owner: TargetOwner }): Promise<{
  existing: ReadonlyMap<string, TargetRepository>;
  problems: readonly MigratorError[];
}> {
  const { owner, signal, services } = check;
  const existing = new Map<string, TargetRepository>();
  const problems: MigratorError[] = [];
  const unknown = check.repositories.filter(({ source }) => !check.begun.has(source));
  await inParallel(unknown, concurrency, async ({ source, target }) => {
    const name = { owner: owner.login, name: target };
    try {
      const lookup = await services.target.findRepository({ ...name, signal });
      if (lookup.state !== 'present') return;
      if (check.options.skipExisting) existing.set(source, lookup.repository);
      else problems.push(alreadyExists(check, target));
    } catch (error) {
      problems.push(problemOfOne(error));
    }
  });
  return { existing, problems };
}

function alreadyExists(
  { owner, services }: Preflight & { owner: TargetOwner },
  name: string,
): MigratorError {
  const { hostname } = services.target;
  return new MigratorError(
    'target-exists',
    `Repository already exists: ${owner.login}/${name} on ${hostname}`,
    {
      hint: 'Use --skip-existing to leave it as it is, or give the repository another name in the plan.',
    },
  );
}
