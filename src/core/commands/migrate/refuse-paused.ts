import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { isPaused } from '../../replica/apply/settings/pausing/resume-paused.ts';

/**
 * Refuses to end a migration while Actions or rulesets of a target are off: nobody would switch them on again.
 * @throws `state`
 */
export async function refusePaused(store: Store, { id, target }: Migration): Promise<void> {
  for (const state of await store.listRepositories(id)) {
    if (!(await isPaused(store, { migration: id, repository: state.source }))) continue;
    const name = safe(`${target.organization}/${state.target}`);
    throw new MigratorError(
      'state',
      `Actions or rulesets of ${name} have been off since ${id} stopped`,
      {
        hint: `Turn them on first, with: migrator settings --migration ${id}`,
      },
    );
  }
}
