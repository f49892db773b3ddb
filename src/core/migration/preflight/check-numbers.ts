import { inParallel } from '../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { Preflight } from './preflight-questions.ts';

/** Requests at the same time. */
const concurrency = 8;

/**
 * Whether pull requests can keep their numbers on targets that an earlier run has made: somebody may have opened issues or
 * pull requests there since. One request for each; a new target has none.
 * @returns a note for each where numbers will differ
 */
export async function checkNumbers(
  check: Preflight,
  owner: TargetOwner,
): Promise<readonly string[]> {
  const { services, begun, signal } = check;
  const notes = new Map<string, string>();
  const open = check.repositories.filter(
    ({ source }) => begun.has(source) && check.newestMade.has(source),
  );
  await inParallel(open, { concurrency }, async ({ source, target }) => {
    const name = { owner: owner.login, name: target };
    const newest = await services.target.pullRequests
      .newestNumber({ ...name, signal })
      .catch(notKnown);
    const ours = check.newestMade.get(source) ?? 0;
    if (newest <= ours) return;
    notes.set(
      source,
      `${owner.login}/${target} has issues or pull requests of others up to number ${newest}: pull requests get other numbers than on the source`,
    );
  });
  return open.flatMap(({ source }) => notes.get(source) ?? []);
}

/** It is a note: what keeps it from being known keeps the run itself from nothing, or is told there. */
function notKnown(error: unknown): number {
  const ends =
    error instanceof MigratorError && ['interrupted', 'credentials'].includes(error.code);
  if (ends || !(error instanceof MigratorError)) throw error;
  return 0;
}
