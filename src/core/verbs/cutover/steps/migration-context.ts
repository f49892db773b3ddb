import type { MigrationWriter } from '../../../ports/store.ts';
import type { MigrationContext } from '../../../replica/context/migration-context.ts';
import { storedChoice } from '../../../replica/context/stored-plan.ts';
import { openContext } from '../../../run/control/open-context.ts';
import type { CutoverPlace, CutoverRun } from '../run/cutover-request.ts';

/** Returns the context that the steps of a migration share, as the last of them need it: the target no longer waits. */
export async function cutoverContext(
  run: CutoverRun,
  { account, owner }: CutoverPlace,
  { writer, signal }: { readonly writer: MigrationWriter; readonly signal: AbortSignal },
): Promise<MigrationContext> {
  const { kept, users } = storedChoice(run.migration);
  const context = await openContext({
    ...{ ...run, users, account, owner, signal, reportsTeams: true },
    kept: { ...kept, follow: false },
    withWriter: (use) => use(writer),
  });
  return { ...context, writer };
}
