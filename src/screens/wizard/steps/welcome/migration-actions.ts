import type { KnownMigration } from '../../../../core/replica/apply/guard/list-unfinished.ts';
import type { TargetsReached } from '../../../../core/verbs/cutover/targets-reached.ts';
import type { Continued } from './state.ts';

/** An entry of a migration's menu, or why it is none now. */
interface MigrationAction {
  readonly label: string;
  readonly command: Continued;
  /** A few words; `null`: it can be done. */
  readonly why: string | null;
}

/** Everything that can be done with a migration now or later; what has to wait says for what. Pure. */
export function actionsOf(
  { id, kind, follows, hasSettings }: KnownMigration,
  targets: TargetsReached,
): readonly MigrationAction[] {
  if (kind === 'running') {
    return [{ label: 'Watch', command: { kind: 'watch', id }, why: null }];
  }
  const { created, rolledBack, unlocking, locked, opening, opened } = targets;
  const isWhole = kind === 'following' || kind === 'done';
  const isSwitched = opened > 0 && opened === created;
  const nothing = created === 0 ? 'nothing is on GitHub' : null;
  const resume: MigrationAction = {
    label: 'Resume: migrate what is left',
    command: { kind: 'resume', id },
    why: null,
  };
  const again: MigrationAction = {
    label: 'Migrate again what was rolled back',
    command: { kind: 'again', id },
    why: null,
  };
  const settings = settingsWhy({ hasSettings, follows, isSwitched });
  const all: readonly MigrationAction[] = [
    ...(isWhole ? [] : [resume]),
    ...(rolledBack > 0 && unlocking === 0 ? [again] : []),
    {
      label: 'Sync: migrate changes made on Bitbucket since',
      command: { kind: 'sync', id, hasSettings },
      why: nothing ?? switchedWhy(follows && isSwitched),
    },
    {
      label: 'Verify: compare GitHub with what was migrated',
      command: { kind: 'verify', id },
      why: nothing,
    },
    {
      label: locked > 0 ? 'Continue the cut-over' : 'Cut over: lock Bitbucket, open GitHub',
      command: { kind: 'cutover', id },
      why: nothing ?? cutoverWhy({ follows, isWhole, isSwitched }),
    },
    ...(locked > 0 && opening + opened === 0
      ? [
          {
            label: 'Abort the cut-over: unlock Bitbucket',
            command: { kind: 'abort', id } as const,
            why: null,
          },
        ]
      : []),
    {
      label: 'Show missing settings',
      command: { kind: 'settings', id, dryRun: true },
      why: nothing ?? (hasSettings ? null : 'the plan has none'),
    },
    {
      label: 'Apply settings',
      command: { kind: 'settings', id, dryRun: false },
      why: nothing ?? settings,
    },
    {
      label:
        locked + opening + opened > 0
          ? 'Roll back: archive on GitHub, unlock Bitbucket'
          : 'Roll back without a cut-over: archive on GitHub',
      command: { kind: 'rollback', id },
      why: nothing,
    },
  ];
  return all.filter(({ why }) => why === null || why === resumeFirst || why === byCutover);
}

/** Reasons that pass: entries with others would lead nowhere. */
const resumeFirst = 'resume it first';
const byCutover = 'the cut-over does this';

function switchedWhy(isSwitched: boolean): string | null {
  return isSwitched ? 'the cut-over is done' : null;
}

function cutoverWhy(of: {
  readonly follows: boolean;
  readonly isWhole: boolean;
  readonly isSwitched: boolean;
}): string | null {
  if (!of.follows) return 'the plan has none (no --follow)';
  return of.isWhole ? switchedWhy(of.isSwitched) : resumeFirst;
}

function settingsWhy(of: {
  readonly hasSettings: boolean;
  readonly follows: boolean;
  readonly isSwitched: boolean;
}): string | null {
  if (!of.hasSettings) return 'the plan has none';
  return of.follows && !of.isSwitched ? byCutover : null;
}
