import { hasCode } from '../../../kernel/errors.ts';
import { isRepositoryClaim, StateLost } from '../../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../ports/store.ts';
import type { JoinRun } from '../join-run.ts';

/** Milliseconds between two looks at whether anybody leads a run. */
export const leaderInterval = 15_000;

/** Ends a run that nobody leads or works on: it would keep workers from others. */
export async function endWithoutLeader({
  services,
  sharing,
  migration,
  run,
}: Pick<JoinRun, 'services' | 'sharing' | 'run'> & { readonly migration: string }): Promise<void> {
  const { store, process } = services;
  let writer: MigrationWriter;
  try {
    writer = await store.acquire(migration, process, run.task);
  } catch (thrown) {
    // It is there.
    if (hasCode(thrown, 'state') && !(thrown instanceof StateLost)) return;
    throw thrown;
  }
  try {
    const isSame = (await sharing.runs.findRun(migration))?.id === run.id;
    const claims = await sharing.runs.listClaims(migration);
    if (isSame && !claims.some(isRepositoryClaim)) await writer.share?.(null);
  } finally {
    await writer.release();
  }
}
