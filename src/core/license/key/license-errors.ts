import { MigratorError } from '../../kernel/errors.ts';

export function noLicense(): MigratorError {
  return new MigratorError(
    'license',
    'No license found. Register for a free license: migrator license register',
    {
      hint: 'Then activate the key with `migrator license activate <key>`, or set MIGRATOR_LICENSE.',
    },
  );
}

/** @param why what is wrong with it, and what to do, as sentences */
export function formatInvalid(why: string): MigratorError {
  return new MigratorError(
    'license',
    'License format is invalid. Check that you copied the full license key.',
    { hint: why },
  );
}

export function signatureInvalid(
  why = 'Supply the full key, exactly as you received it.',
): MigratorError {
  return new MigratorError(
    'license',
    'License signature is invalid. Your license may be corrupted or tampered with.',
    { hint: why },
  );
}

export function programTooOld(version: string): MigratorError {
  return new MigratorError(
    'license',
    `License key format version ${version} is too new: this migrator supports version 1`,
    { hint: 'Install the latest migrator.' },
  );
}

/** @param date since when, as `2026-11-20` */
export function licenseExpired(date: string): MigratorError {
  return new MigratorError('license', 'License has expired.', {
    hint: `It expired on ${date} and was not activated. Register again, or renew it.`,
  });
}
