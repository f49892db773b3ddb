import { diskFull, MigratorError } from '../../kernel/errors.ts';
import { withoutNames } from '../mirror/git-names.ts';
import type { GitOutcome } from '../process/spawn-git.ts';
import { damagedMirror } from './damaged-mirror.ts';
import { damage, failureRules, noAppPasswords } from './git-failure-rules.ts';
import { cleaned, lastSentence, withoutRemote } from './git-output.ts';

export interface GitFailureContext {
  /** What was being done: `Fetching`, `Pushing`. Begins the message. */
  readonly doing: string;
  /** The repository's address, without credentials; or a folder's name where no host is involved. */
  readonly subject: string;
}

/**
 * What git's own messages say about a failure, as an error with a remedy; isDamagedMirror() knows it where the local
 * copy is what is broken. Pure; holds no credential.
 */
export function gitFailure(outcome: GitOutcome, context: GitFailureContext): MigratorError {
  const { doing, subject } = context;
  const stderr = cleaned(outcome.stderr);
  const words = withoutNames(stderr, subject);
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(withoutRemote(words))) {
    return diskFull({ where: 'the work folder' });
  }
  const detail = lastSentence(stderr);
  if (/\bSAML (SSO|enforcement)\b/i.test(words)) return unauthorizedToken(stderr, context);
  const rule = failureRules.find(({ pattern }) => pattern.test(words));
  if (rule !== undefined) {
    const message = rule.message.replace('$detail', () => detail);
    return new MigratorError(rule.code, `${doing} ${subject}: ${message}`, {
      hint:
        rule.status === 401 && doing.startsWith('Fetching')
          ? `${rule.hint} ${noAppPasswords}`
          : rule.hint,
      retry: rule.retry,
      detail,
      ...(rule.status === undefined ? {} : { status: rule.status }),
    });
  }
  if (isDamaged(stderr)) return damagedMirror({ detail });
  if (outcome.exitCode === null) {
    return new MigratorError('unavailable', `${doing} ${subject}: git was killed`, {
      hint: 'The machine may have run out of memory: use fewer workers, and resume.',
      retry: 'yes',
      detail,
    });
  }
  return new MigratorError(
    'unexpected',
    `${doing} ${subject}: ${detail || `git ended with ${outcome.exitCode}`}`,
    {
      hint: 'Run it again with -vvv and --log-file to see what git was doing.',
      detail,
    },
  );
}

/** GitHub tells Git, and git-lfs, in words what it tells others by a header: with the link, where the token is a person's. */
function unauthorizedToken(stderr: string, { doing, subject }: GitFailureContext): MigratorError {
  const link = /https:\/\/[\x21-\x7e]{1,300}\/sso\?authorization_request=[\w%=-]{1,500}/.exec(
    stderr,
  )?.[0];
  const authorize =
    link === undefined
      ? 'Authorize the token for the organization: Settings, Developer settings, Personal access tokens, Configure SSO.'
      : `Open ${link} within an hour to authorize it.`;
  return new MigratorError(
    'permission',
    `${doing} ${subject}: 403 Forbidden, because the token is not authorized for single sign-on`,
    { hint: `${authorize} Then resume.`, status: 403 },
  );
}

/** Whether a local repository, not the host, is what is broken. */
export function isDamaged(stderr: string): boolean {
  return damage.test(withoutRemote(withoutNames(cleaned(stderr))));
}
