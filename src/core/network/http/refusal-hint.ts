import type { ErrorCode } from '../../kernel/errors.ts';

/**
 * What to do about an answer that nobody has foreseen: the host's own words, which are told beside it, know more.
 * @param what was asked, so that hints of different requests are told apart
 */
export function refusalHint(code: ErrorCode, host: string, what: string): string {
  switch (code) {
    case 'credentials':
      return `Check the credentials for ${host}.`;
    case 'permission':
      return `Check what the credentials may do on ${host}: ${what} takes more.`;
    case 'not-found':
      return 'Check the configured address and the name.';
    case 'unavailable':
      return `The fault is on the side of ${host}: try again later.`;
    default:
      return `If ${host} does not say why, run again with -vvv and --log-file, and look there for ${what}.`;
  }
}
