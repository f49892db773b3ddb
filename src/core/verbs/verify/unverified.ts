import { type ErrorCode, hasCode, MigratorError } from '../../kernel/errors.ts';
import type { Unverified } from './findings/difference.ts';

/** Errors that concern one repository, or may be over for the next one; any other ends the command. */
export const ofOne = [
  'unavailable',
  'rate-limit',
  'tls',
  'bad-answer',
  'permission',
  'not-found',
  'refused',
  'input-file',
] as const satisfies readonly ErrorCode[];

/** Pure. */
export function isOfOne({ code }: MigratorError): boolean {
  return ofOne.some((one) => one === code);
}

/** Tells whether the host was not reached, which says nothing of what it holds. Pure. */
export function isOfHost(error: MigratorError): boolean {
  return hasCode(error, 'unavailable', 'rate-limit', 'tls');
}

/** Pure. */
export function toUnverified(error: MigratorError): Unverified {
  const { code, message } = error;
  return { code, message, hint: verifyHint(error) };
}

/** The same failure, with advice that fits this command: it has nothing to resume, no workers and no pauses. Pure. */
export function forVerify(error: MigratorError): MigratorError {
  if (!isOfOne(error)) return error;
  return new MigratorError(error.code, error.message, {
    ...error,
    hint: verifyHint(error),
    cause: error,
  });
}

const again = 'run verify again.';

function verifyHint({ code, hint }: MigratorError): string {
  switch (code) {
    case 'unavailable':
      return `Check the connection, the proxy (HTTPS_PROXY) and the host, then ${again}`;
    case 'rate-limit':
      return `Wait for the rate limit to end, then ${again}`;
    default:
      return hint === null || isOfOtherCommand(hint) ? 'Run verify again.' : hint;
  }
}

function isOfOtherCommand(hint: string): boolean {
  return /\bresume|--(?!repair|output|reread-source|log-file)\w|\bworkers\b/i.test(hint);
}
