import { MigratorError } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
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
