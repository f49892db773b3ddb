import { diskFull, MigratorError } from '../../kernel/errors.ts';
import { withoutNames } from '../formats/git-names.ts';
import { damagedMirror } from './damaged-mirror.ts';
import { damage, type FailureRule, failureRules, noAppPasswords } from './git-failure-rules.ts';
import type { GitOutcome } from './git-output.ts';
import { cleaned, lastSentence, withoutRemote } from './git-output.ts';

export interface GitFailureContext {
  /** Begins the message: `Fetching`, `Pushing`. */
  readonly doing: string;
  /** The repository's address, without credentials; or a folder's name where no host is involved. */
  readonly subject: string;
}

/**
 * A failure of git as an error with a remedy, from git's own messages; isDamagedMirror() knows it where the local copy
 * is broken. Pure; holds no credential.
 */
export function gitFailure(outcome: GitOutcome, context: GitFailureContext): MigratorError {
  const { doing, subject } = context;
  const stderr = cleaned(outcome.stderr);
  const text = withoutNames(stderr, subject);
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(withoutRemote(text))) {
    return diskFull({ where: 'the work folder' });
  }
  const detail = lastSentence(stderr);
  if (/\bSAML (SSO|enforcement)\b/i.test(text)) return unauthorizedToken(stderr, context);
  const rule = failureRules.find(({ pattern }) => pattern.test(text));
  if (rule !== undefined) {
    const mayBeAppPassword = rule.status === 401 && doing.startsWith('Fetching');
    const hint = mayBeAppPassword ? `${rule.hint} ${noAppPasswords}` : rule.hint;
    return errorByRule({ ...rule, hint }, context, detail);
  }
  if (isDamaged(stderr)) return damagedMirror({ detail });
  if (outcome.exitCode === null) {
    return new MigratorError('unavailable', `${doing} ${subject}: git was killed`, {
      hint: 'The machine may have run out of memory. Resume with fewer --workers.',
      detail,
    });
  }
  return new MigratorError(
    'unexpected',
    `${doing} ${subject}: ${detail || `git exited with code ${outcome.exitCode}`}`,
    {
      hint: 'Run the command again with -vvv --log-file <file> to see what git was doing.',
      detail,
    },
  );
}

/** The error of a rule, with git's own sentence as its detail. Pure. */
export function errorByRule(
  { code, message, hint, retry, status }: FailureRule,
  { doing, subject }: GitFailureContext,
  detail: string,
): MigratorError {
  const text = `${doing} ${subject}: ${message.replace('$detail', () => detail)}`;
  return new MigratorError(code, text, {
    hint,
    ...(retry === undefined ? {} : { retry }),
    detail,
    status: status ?? null,
  });
}

/** GitHub says to Git and git-lfs in text what it says to others in a header, with a link for a personal token. */
function unauthorizedToken(stderr: string, { doing, subject }: GitFailureContext): MigratorError {
  const link = /https:\/\/[\x21-\x7e]{1,300}\/sso\?authorization_request=[\w%=-]{1,500}/.exec(
    stderr,
  )?.[0];
  const authorize =
    link === undefined
      ? 'Authorize the token for the organization: Settings > Developer settings > Personal access tokens > Configure SSO.'
      : `Open ${link} within an hour to authorize it.`;
  return new MigratorError(
    'permission',
    `${doing} ${subject}: 403 Forbidden: the token is not authorized for single sign-on`,
    { hint: `${authorize} Then resume.`, status: 403 },
  );
}

/** Tells whether a local repository, not the host, is what is broken. */
export function isDamaged(stderr: string): boolean {
  return damage.test(withoutRemote(withoutNames(cleaned(stderr))));
}
