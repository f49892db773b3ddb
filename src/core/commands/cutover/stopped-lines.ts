import { halfwaySteps, staysLockedText } from '../../verbs/cutover/halfway.ts';
import { reachedText, type TargetsReached } from '../../verbs/cutover/targets-reached.ts';

/** Says what a stop or a failure leaves locked, and which commands go on or unlock it; empty where there is nothing to say. Pure. */
export function stoppedLines(
  targets: TargetsReached,
  {
    migration,
    resumeWith,
    why,
    isWhole,
  }: {
    readonly migration: string;
    readonly resumeWith: string;
    readonly why: 'stop' | 'failure';
    /** The cut-over is of all repositories. */
    readonly isWhole: boolean;
  },
): readonly string[] {
  const reached = reachedText(targets);
  if (reached === 'cut over' || reached === 'rolled back') return [];
  const text = staysLockedText(targets);
  if (text !== null) return [text, ...halfwaySteps(migration, targets, resumeWith)];
  if (why === 'failure' || targets.unlocking > 0) return [];
  const state = isWhole
    ? 'Bitbucket is not locked.'
    : 'None of these repositories is locked on Bitbucket.';
  return [state, `Continue:  ${resumeWith}`];
}
