import type { Migration } from '../../ports/records/migration.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { Migrate } from '../../run/preflight/migrate-request.ts';

const beginning = 'Repository already exists: ';

/** Why a repository was left alone, as the state keeps it. */
export function whySkipped({ owner, name }: Pick<TargetRepository, 'owner' | 'name'>): string {
  return `${beginning}${owner}/${name}`;
}

/**
 * Where the command line says --overwrite, what an earlier run left alone because it was there starts over, and only that:
 * whatever else the plan holds is ours, or was left out by somebody. Where repositories are named to start over, it is them
 * that are meant, and no others.
 */
export async function resumeSkipped<Run extends Migrate>(run: Run, known: Migration): Promise<Run> {
  if (run.wanted.asked.existing !== 'overwrite' || run.reset.size > 0) return run;
  const states = await run.services.store.listRepositories(known.id);
  const left = states
    .filter(({ status, reason }) => status === 'skipped' && reason?.startsWith(beginning))
    .map(({ source }) => source);
  return left.length === 0 ? run : { ...run, reset: new Set([...run.reset, ...left]) };
}
