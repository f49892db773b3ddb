import { MigratorError } from '../../kernel/errors.ts';
import { namesText } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { againCommand } from './halfway.ts';
import type { CutoverRun } from './run/cutover-request.ts';
import { readTargetsReached } from './targets-reached.ts';

/** So many names stand in the problem. */
const named = 5;

/** Something has to wait until a rollback has taken the locks off. */
export function unfinishedRollback(migration: string): MigratorError {
  return new MigratorError('state', `The rollback of ${migration} is not finished`, {
    hint: `Finish it first: migrator rollback --migration ${migration}`,
  });
}

/**
 * Finds repositories of a cut-over that were rolled back: their sources are unlocked, and people decide about their targets.
 * @returns one `state` problem for all of them; `null` where there are none
 */
export async function rolledBackProblem({
  services: { store },
  migration: { id },
  plan,
  repositories: only,
}: CutoverRun): Promise<MigratorError | null> {
  const { rolledBackSources, targets } = await readTargetsReached(store, id);
  const all = plan.repositories.filter(({ source }) => only === null || only.has(source));
  const sources = all.map(({ source }) => source).filter((one) => rolledBackSources.has(one));
  if (sources.length === 0) return null;
  if (targets.unlocking > 0) return unfinishedRollback(id);
  const [were, them] = sources.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const skip = sources.length === all.length ? '' : ` Or skip ${them} with --exclude.`;
  return new MigratorError('state', `${namesText(sources.map(safe), named)} ${were} rolled back`, {
    hint: `Migrate ${them} again with: ${againCommand(id)}.${skip}`,
  });
}
