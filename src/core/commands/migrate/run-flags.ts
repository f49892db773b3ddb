import { MigratorError } from '../../kernel/errors.ts';
import type { MigrationFlags } from '../../migration/choices/options.ts';
import type { AppFlags } from '../app.ts';
import { type Consent, requireConsent } from './consent.ts';

export type RunFlags = AppFlags &
  MigrationFlags & {
    readonly plan: string | undefined;
    readonly resume: string | undefined;
    readonly dryRun: boolean;
    /** Path of the user map. */
    readonly userMap?: string | undefined;
    readonly yes?: boolean;
    /** Source slugs. */
    readonly resetRepo?: readonly string[];
    readonly resetState?: boolean;
  };

/** @throws `usage` for what does not go together, or could not be confirmed */
export function checkFlags(flags: RunFlags, consent: Consent): void {
  const { plan, resume, dryRun } = flags;
  if (plan !== undefined && resume !== undefined)
    throw wrong('migrate takes --plan or --resume, not both');
  if (plan === undefined && resume === undefined && flags.resetState !== true)
    throw wrong('migrate needs --plan or --resume');
  if (flags.skipExisting === true && flags.overwrite === true)
    throw wrong('migrate takes --skip-existing or --overwrite, not both');
  if (flags.resetState === true && (flags.resetRepo ?? []).length > 0)
    throw wrong('migrate takes --reset-repo or --reset-state, not both');
  if (flags.resetState === true && flags.overwrite === true)
    throw wrong('migrate takes --reset-state or --overwrite, not both');
  if (flags.overwrite === true && !dryRun) requireConsent(consent, 'Replacing (--overwrite)');
  if (flags.resetState === true && !dryRun && (plan ?? resume) !== undefined)
    requireConsent(consent, 'Resetting the whole state (--reset-state)');
}

function wrong(message: string): MigratorError {
  return new MigratorError('usage', message, { hint: 'See migrator migrate --help.' });
}
