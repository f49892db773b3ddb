import { type ErrorCode, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, worstExitCode } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';

/** Describes what is looked at, in this order. The names stand in the JSON output. */
export type CheckName =
  | 'node'
  | 'platform'
  | 'git'
  | 'git-lfs'
  | 'configuration'
  | 'plan'
  | 'state'
  | 'disk'
  | 'proxy'
  | 'certificates'
  | 'source'
  | 'source-account'
  | 'source-settings'
  | 'source-shapes'
  | 'source-budget'
  | 'target'
  | 'target-account'
  | 'target-organization'
  | 'target-settings'
  | 'target-features'
  | 'target-budget'
  | 'target-calibration'
  | 'target-importer-trial'
  | 'clock'
  | 'license'
  | 'vault';

/** One line of the doctor's report. Its texts may hold what a host sent: they are escaped where they are shown. */
export interface Finding {
  readonly check: CheckName;
  readonly status: 'pass' | 'warn' | 'fail';
  /** The finding, as a sentence without a full stop. */
  readonly message: string;
  /** The message without a long list, where one line has to do. */
  readonly short?: string;
  /** Remedy; `null` where there is nothing to do. */
  readonly remedy: string | null;
  /** Of what has failed. */
  readonly code: ErrorCode | null;
}

export function pass(check: CheckName, message: string, short?: string): Finding {
  return { check, status: 'pass', message, ...(short && { short }), remedy: null, code: null };
}

export function warn(check: CheckName, message: string, remedy: string): Finding {
  return { check, status: 'warn', message, remedy, code: null };
}

export function fail(
  check: CheckName,
  code: ErrorCode,
  { message, remedy }: { message: string; remedy: string | null },
): Finding {
  return { check, status: 'fail', message, remedy, code };
}

/**
 * Returns what was thrown as a failed check.
 * @throws what was thrown, if it was the wish to end
 */
export function failed(check: CheckName, thrown: unknown): Finding {
  const { code, message, hint, detail } = toMigratorError(thrown);
  if (code === 'interrupted') throw thrown;
  const said = detail === null ? message : `${message}: ${detail}`;
  return fail(check, code, { message: said, remedy: hint });
}

/** Returns what the process ends with: the gravest failure decides, and warnings leave it at 0. */
export function exitCodeOfFindings(findings: readonly Finding[]): ExitCode {
  return worstExitCode(findings.flatMap(({ code }) => (code === null ? [] : [code])));
}

/** Returns what all of it comes to. Pure. */
export function doctorVerdict(findings: readonly Finding[]): string {
  const failures = findings.filter(({ status }) => status === 'fail').length;
  const warnings = findings.filter(({ status }) => status === 'warn').length;
  if (failures > 0) {
    return `${count(failures, 'problem')} to fix before a migration, ${count(warnings, 'warning')}.`;
  }
  return warnings > 0
    ? `Ready to migrate, with ${count(warnings, 'warning')}.`
    : 'Ready to migrate.';
}
