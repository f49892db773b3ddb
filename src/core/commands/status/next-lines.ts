import { againCommand, halfwaySteps, rollbackStep } from '../../verbs/cutover/halfway.ts';
import { reachedText } from '../../verbs/cutover/targets-reached.ts';
import type { MigrationReport } from './migration-report.ts';

/**
 * Names the commands that go on from the state of a migration, after an empty line. Pure.
 * @param waits all is migrated, and the cut-over has not begun
 */
export function nextLines(report: MigrationReport, waits: boolean): readonly string[] {
  const lines = stepsOf(report, waits);
  return lines.length === 0 ? [] : ['', ...lines];
}

function stepsOf(
  { migration, status, targets, lockedSince }: MigrationReport,
  waits: boolean,
): readonly string[] {
  if (targets.unlocking > 0) return [rollbackStep(migration)];
  const reached = reachedText(targets);
  if (reached === 'rolled back') return [`Migrate again:  ${againCommand(migration)}`];
  switch (status) {
    case 'interrupted':
    case 'paused':
    case 'completed_with_failures':
      return [`Resume:  migrator migrate --resume ${migration}`];
    case 'running':
      return [`Next: migrator status --migration ${migration} --watch`];
    case 'completed':
      if (lockedSince !== null) return halfwaySteps(migration, targets);
      if (reached === 'partly rolled back')
        return [`Migrate again what was rolled back:  ${againCommand(migration)}`];
      if (waits) return [`Next: migrator cutover --migration ${migration} --dry-run`];
      return reached === 'cut over'
        ? [`Next: migrator remotes --migration ${migration} --output remotes`]
        : [`Next: migrator verify --migration ${migration}`];
    default:
      return [];
  }
}
