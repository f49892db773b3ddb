import type { MigrationFlags } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { AppFlags } from '../app.ts';
import { type Consent, requireConsent } from './consent.ts';

export type RunFlags = AppFlags &
  MigrationFlags & {
    readonly plan: string | undefined;
    readonly resume: string | undefined;
    readonly dryRun: boolean;
    readonly yes?: boolean;
    readonly notify?: boolean;
    /** Source slugs. */
    readonly resetRepo?: readonly string[];
    readonly resetRolledBack?: boolean;
    readonly resetState?: boolean;
    /** Globs over slugs and names of repositories whose commits may get new hashes. */
    readonly rewriteHistory?: readonly string[];
    /** Confirms a user map that maps fewer people than the last one. */
    readonly unmapPeople?: boolean;
    readonly wave?: number | undefined;
  };

/** @throws `usage` for flags that contradict each other, or without consent */
export function checkFlags(flags: RunFlags, consent: Consent): void {
  const { plan, resume, dryRun } = flags;
  const resets = flags.resetState === true;
  const refused: readonly (readonly [boolean, string])[] = [
    [plan !== undefined && resume !== undefined, 'takes --plan or --resume, not both'],
    [plan === undefined && resume === undefined && !resets, 'needs --plan or --resume'],
    [
      flags.skipExisting === true && flags.overwrite === true,
      'takes --skip-existing or --overwrite, not both',
    ],
    [resets && (flags.resetRepo ?? []).length > 0, 'takes --reset-repo or --reset-state, not both'],
    [
      resets && flags.resetRolledBack === true,
      'takes --reset-rolled-back or --reset-state, not both',
    ],
    [resets && flags.overwrite === true, 'takes --reset-state or --overwrite, not both'],
  ];
  for (const [isWrong, message] of refused) {
    if (!isWrong) continue;
    throw new MigratorError('usage', `migrate ${message}`, {
      hint: 'See migrator migrate --help.',
    });
  }
  if (flags.overwrite === true && !dryRun) requireConsent(consent, 'Replacing (--overwrite)');
}
