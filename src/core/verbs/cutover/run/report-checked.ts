import { cutoverSteps, isPending } from './checklist.ts';
import type { CutoverCheck, CutoverRun } from './cutover-request.ts';

/** Says what lies before each step, and since when an earlier run has kept people from pushing. */
export function reportChecked(
  { onProgress }: CutoverRun,
  { repositories, startOver, problems, lockedSince: since }: CutoverCheck,
): void {
  if (onProgress === undefined) return;
  const total = repositories.length;
  for (const phase of cutoverSteps) {
    const left = repositories
      .filter(({ planned, done }) => startOver.has(planned.source) || isPending(phase, done))
      .map(({ planned }) => planned.source);
    onProgress({ type: 'expected', phase, total, left });
  }
  onProgress({ type: 'expected', phase: 'check', total, left: [] });
  onProgress({ type: 'locked', since });
  if (problems.length === 0) onProgress({ type: 'ended', phase: 'check' });
}
