import { count, formatDate } from '../../kernel/format/format.ts';
import type { TargetsReached } from './targets-reached.ts';

/** Says how far a cut-over is that holds locks and has not ended: `5 of 14 locked since 2026-11-22 14:05`; `null`: there is none. Pure. */
export function halfwayText(targets: TargetsReached, lockedSince: number | null): string | null {
  if (lockedSince === null) return null;
  const open = targets.opened === 0 ? '' : `, ${targets.opened} open on GitHub`;
  const { created, locked } = targets;
  return `${locked} of ${Math.max(created, locked)} locked since ${formatDate(lockedSince)}${open}`;
}

/** Says how far a rollback is that was ended before it unlocked Bitbucket; `null`: there is none. Pure. */
export function rollbackText({ created, rolledBack, unlocking }: TargetsReached): string | null {
  if (unlocking === 0) return null;
  return `${rolledBack} of ${rolledBack + created} archived, ${unlocking} still locked on Bitbucket`;
}

/** Says in a list that a cut-over or a rollback has not ended; `null`: neither is begun. Pure. */
export function unfinishedText(targets: TargetsReached, lockedSince: number | null): string | null {
  const rollback = rollbackText(targets);
  if (rollback !== null) return `rollback: ${rollback}`;
  const cutover = halfwayText(targets, lockedSince);
  return cutover === null ? null : `cut-over: ${cutover}`;
}

/** Says how many repositories a cut-over leaves locked when it stops; `null`: none. Pure. */
export function staysLockedText(targets: TargetsReached): string | null {
  const { created, locked, opened } = targets;
  if (locked === 0) return null;
  const open = opened === 0 ? '' : ` ${opened} ${opened === 1 ? 'is' : 'are'} open on GitHub.`;
  return `${stayLocked(locked, Math.max(created, locked))}${open}`;
}

/** `8 of 14 repositories stay locked on Bitbucket.` Pure. */
export function stayLocked(locked: number, all: number): string {
  if (all === 1) return '1 repository stays locked on Bitbucket.';
  const stay = locked === 1 ? 'stays' : 'stay';
  return `${locked} of ${all} repositories ${stay} locked on Bitbucket.`;
}

/** `2 of 14 repositories are locked on Bitbucket; 3 more are being locked.` Pure. */
export function lockingText(locked: number, locking: number, all: number): string {
  const are = locking === 1 ? 'is' : 'are';
  if (locked === 0)
    return `${count(locking, 'repository', 'repositories')} ${are} being locked on Bitbucket.`;
  const verb = locked === 1 ? 'is' : 'are';
  return `${locked} of ${all} repositories ${verb} locked on Bitbucket; ${locking} more ${are} being locked.`;
}

/** Names the command that finishes a rollback. Pure. */
export function rollbackStep(migration: string): string {
  return `Continue:  migrator rollback --migration ${migration}`;
}

/** Names the command that migrates again what a rollback has taken away. Pure. */
export function againCommand(migration: string): string {
  return `migrator migrate --resume ${migration} --reset-rolled-back`;
}

/**
 * Names the commands that finish a cut-over with locked repositories, or unlock them. Pure.
 * @param resumeWith continues it; left out: for all repositories
 */
export function halfwaySteps(
  migration: string,
  { opening, opened }: Pick<TargetsReached, 'opening' | 'opened'>,
  resumeWith = `migrator cutover --migration ${migration}`,
): readonly string[] {
  // A repository that is open on GitHub stays locked on Bitbucket.
  const label = opening + opened === 0 ? 'Unlock:    ' : 'Unlock those still closed on GitHub:  ';
  return [`Continue:  ${resumeWith}`, `${label}migrator cutover --migration ${migration} --abort`];
}
