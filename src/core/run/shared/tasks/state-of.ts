import { MigratorError } from '../../../kernel/errors.ts';
import { safe } from '../../../kernel/format/terminal-text.ts';
import type { RepositoryState } from '../../../ports/records/migration.ts';
import type { SharedRuns } from '../../../ports/state/shared-run.ts';

/** Where a repository stands that another process has queued. @throws `state` where there is none */
export async function stateOf(
  runs: Pick<SharedRuns, 'findRepository'>,
  { migration, source }: { readonly migration: string; readonly source: string },
): Promise<RepositoryState> {
  const state = await runs.findRepository(migration, source);
  if (state !== null) return state;
  throw new MigratorError('state', `Migration ${migration} has no repository ${safe(source)}`, {
    hint: 'Restart the command that coordinates this work.',
    retry: 'fatal',
  });
}
