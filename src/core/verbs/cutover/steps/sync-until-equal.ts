import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { CutoverRepository, CutoverRun, SyncedOnce } from '../run/cutover-request.ts';

/** A difference repeats the last sync so often. */
const mostRepeats = 3;

/**
 * Syncs until a sync finds both sides equal: refs, pull requests and comments. The lock keeps branches as they are, and
 * comments and (on Bitbucket Cloud) tags may still come.
 * @param importAgain gets those whose import is out of date, after each round
 * @returns rounds with changes, by slug
 * @throws `refused` where something cannot be synced, or keeps changing
 */
export async function syncUntilEqual(
  run: CutoverRun,
  repositories: readonly CutoverRepository[],
  importAgain: (slugs: ReadonlySet<string>) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const rounds = new Map(repositories.map(({ planned }) => [planned.source, 0]));
  let open = new Set(rounds.keys());
  for (let round = 0; open.size > 0; round += 1) {
    if (round > mostRepeats) throw keepsChanging([...open]);
    const synced = await run.sync(open);
    const failed = synced.filter(({ problem }) => problem !== null);
    if (failed.length > 0) throw notEqual(failed);
    const missing = [...open].filter((slug) => !synced.some(({ source }) => source === slug));
    if (missing.length > 0)
      throw notEqual(missing.map((source) => ({ source, problem: null, hint: null })));
    const changed = synced.filter(({ hasChanged, isOutdated }) => hasChanged || isOutdated);
    for (const { source } of changed) rounds.set(source, (rounds.get(source) ?? 0) + 1);
    open = new Set(changed.map(({ source }) => source));
    for (const { source } of synced) {
      if (open.has(source)) continue;
      run.onProgress?.({ type: 'passed', phase: 'sync', source, summary: 'both sides match' });
    }
    const outdated = synced.filter(({ isOutdated }) => isOutdated);
    if (outdated.length > 0) await importAgain(new Set(outdated.map(({ source }) => source)));
  }
  return rounds;
}

function notEqual(failed: readonly Omit<SyncedOnce, 'hasChanged' | 'isOutdated'>[]): MigratorError {
  const [first] = failed;
  const remedy =
    first?.hint == null
      ? 'Fix this and run'
      : `${first.hint} While Bitbucket is locked, you can only decline it. Then run`;
  const why = first?.problem ?? 'it was not synced';
  const more = failed.length > 1 ? ` and ${failed.length - 1} more` : '';
  return new MigratorError(
    'refused',
    `The final sync left differences in ${count(failed.length, 'repository', 'repositories')}: ${first?.source ?? ''} (${why})${more}`,
    {
      hint: `Bitbucket stays locked. ${remedy} the command again, or remove the lock with --abort.`,
    },
  );
}

function keepsChanging(slugs: readonly string[]): MigratorError {
  return new MigratorError(
    'refused',
    `Bitbucket still has new changes after ${mostRepeats + 1} syncs: ${slugs.slice(0, 3).join(', ')}${slugs.length > 3 ? ', …' : ''}`,
    {
      hint: 'Ask people to stop commenting and tagging. Run the command again, or remove the lock with --abort.',
    },
  );
}
