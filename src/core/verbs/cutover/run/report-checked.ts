import { cutoverSteps, isPending } from './checklist.ts';
import type { CutoverCheck, CutoverRun } from './cutover-request.ts';
import { pendingIn } from './in-phase.ts';

/** Says what lies before each step, and since when an earlier run has kept people from pushing. */
export function reportChecked(run: CutoverRun, check: CutoverCheck): void {
  const { onProgress } = run;
  const { repositories, startOver, problems, lockedSince: since } = check;
  if (onProgress === undefined) return;
  const total = repositories.length;
  for (const phase of cutoverSteps) {
    const left = repositories
      .filter(({ planned, done }) => startOver.has(planned.source) || isPending(phase, done))
      .map(({ planned }) => planned.source);
    onProgress({ type: 'expected', phase, total, left });
  }
  const unread = unreadSources(run, check);
  onProgress(
    unread.length === 0
      ? { type: 'omitted', phase: 'reread' }
      : { type: 'expected', phase: 'reread', total: unread.length, left: unread },
  );
  onProgress({ type: 'expected', phase: 'check', total, left: [] });
  onProgress({ type: 'locked', since });
  if (problems.length === 0) onProgress({ type: 'ended', phase: 'check' });
}

/** Lists the slugs of repositories with closed pull requests that the last sync skipped and this run reads before the lock. Pure. */
export function unreadSources(
  { syncUnread }: Pick<CutoverRun, 'syncUnread'>,
  { rereads, repositories }: Pick<CutoverCheck, 'rereads' | 'repositories'>,
): readonly string[] {
  if (syncUnread === null) return [];
  return pendingIn('lock', repositories)
    .map(({ planned }) => planned.source)
    .filter((source) => rereads.unread.numbers.has(source));
}
