import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { isPaused } from '../../replica/apply/settings/pausing/resume-paused.ts';
import { doneSteps } from '../../verbs/cutover/run/checklist.ts';

/**
 * Refuses to end a migration while a cut-over of it has locked a source and not opened the target: nobody could unlock it.
 * @throws `state`
 */
export async function refuseLocked(store: Store, { id }: Pick<Migration, 'id'>): Promise<void> {
  for (const { source } of await store.listRepositories(id)) {
    const list = store.listObjects.bind(store, id, source);
    if ((await list('source-lock')).length === 0) continue;
    const [made] = await list('repository');
    if (doneSteps(await list('cutover'), made?.targetId ?? '').has('open')) continue;
    throw new MigratorError('state', `A cut-over of ${id} has locked ${safe(source)}`, {
      hint: `Unlock it first, with: migrator cutover --migration ${id} --abort`,
    });
  }
}

/**
 * Refuses to end a migration while Actions or rulesets in a target are off: nobody would switch them on again.
 * @throws `state`
 */
export async function refusePaused(store: Store, { id, target }: Migration): Promise<void> {
  for (const state of await store.listRepositories(id)) {
    if (!(await isPaused(store, { migration: id, repository: state.source }))) continue;
    const name = safe(`${target.organization}/${state.target}`);
    throw new MigratorError(
      'state',
      `Actions or rulesets in ${name} have been off since ${id} stopped`,
      {
        hint: `Turn them on first, with: migrator settings --migration ${id}`,
      },
    );
  }
}
