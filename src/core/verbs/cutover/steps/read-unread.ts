import { MigratorError } from '../../../kernel/errors.ts';
import { nothingChanged } from '../run/checklist.ts';
import type { CutoverRun } from '../run/cutover-request.ts';

/**
 * Reads closed pull requests that the last sync skipped, before the lock, so that nobody waits for it: an edited comment on a closed pull request shows in no list.
 * @throws `refused` where something cannot be synced
 */
export async function readUnread(
  { syncUnread, onStep, onProgress }: CutoverRun,
  sources: readonly string[],
): Promise<void> {
  if (syncUnread === null || sources.length === 0) return;
  const synced = await syncUnread(new Set(sources));
  const failed = synced.find(({ problem }) => problem !== null);
  if (failed !== undefined) {
    const what = failed.hint === null ? 'Fix this and' : `${failed.hint} Then`;
    throw new MigratorError(
      'refused',
      `Syncing ${failed.source} before the lock: ${failed.problem}`,
      { hint: `This run locked nothing. ${what} run the command again.` },
    );
  }
  for (const { source, hasChanged } of synced) {
    onStep({ step: 'reread', source, summary: hasChanged ? 'synced' : nothingChanged });
  }
  onProgress?.({ type: 'ended', phase: 'reread' });
}
