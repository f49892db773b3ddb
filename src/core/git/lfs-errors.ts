import { MigratorError } from '../errors.ts';
import { cleaned, type GitFailureContext, gitFailure, lastSentence } from './git-errors.ts';
import { withoutNames } from './git-names.ts';
import type { LfsObject } from './lfs-pointer.ts';
import type { GitOutcome } from './run-git.ts';

const shown = 5;

/** What git-lfs's messages say about a failure. Pure. */
export function lfsFailure(outcome: GitOutcome, context: GitFailureContext): MigratorError {
  const { doing, subject } = context;
  const said = withoutProgress(cleaned(`${outcome.stderr}\n${outcome.stdout}`));
  const words = withoutNames(said, subject);
  if (
    /^git: 'lfs' is not a git command/m.test(said) ||
    /git-lfs: (command )?not found/.test(words)
  ) {
    return new MigratorError('missing-program', 'There is no git-lfs on the PATH', {
      hint: 'Install `git-lfs`, see that `git lfs version` answers, and resume; or set `migration.include_lfs: false`.',
    });
  }
  const quota = /exceeded its LFS budget|over its data quota/i.exec(words)?.[0];
  if (quota !== undefined) {
    return new MigratorError('refused', `${doing} ${subject}: ${quota}`, {
      hint: 'Raise the LFS budget of the account on the target (check the target storage quota), and resume.',
    });
  }
  const size = /\[([0-9a-f]{64})\] Size must be less than or equal to (\d{1,15})/.exec(said);
  if (size !== null) {
    return new MigratorError(
      'refused',
      `${doing} ${subject}: the LFS object ${size[1]} is larger than the ${size[2]} bytes that the target takes`,
      { hint: 'Remove the file from the history at the source, or raise the plan of the target.' },
    );
  }
  if (isOff.test(said)) return lfsIsOff(subject, said);
  if (/Authorization error/.test(words) && !/rate[ -]?limit/i.test(words)) {
    return new MigratorError('permission', `${doing} ${subject}: 403 Forbidden`, {
      hint: 'The credential may not do this here: give it access to the repository and the scopes that the documentation lists.',
      status: 403,
    });
  }
  if (/Server error|Fatal error/.test(words)) {
    return new MigratorError(
      'unavailable',
      `${doing} ${subject}: the host has a problem of its own`,
      {
        hint: 'Wait, look at the status page of the host, and resume.',
        retry: 'yes',
        detail: lastSentence(said),
      },
    );
  }
  // Uploads are checked: what a proxy has taken in place of the target is not there.
  const isSwallowed = doing.startsWith('Sending') && /^Not Found$/m.test(said);
  if (isSwallowed || noAnswerOfLfs.test(words)) {
    return new MigratorError(
      'unavailable',
      `${doing} ${subject}: the answer was cut off, or was not one of a host of LFS objects`,
      {
        hint: 'Check whether a proxy or a sign-in page answers in place of the host, then resume.',
        retry: 'yes',
        detail: lastSentence(said),
      },
    );
  }
  return gitFailure({ ...outcome, stderr: said }, context);
}

const noAnswerOfLfs = /Expected JSON type|Unable to parse HTTP response|unexpected EOF/i;

/** What counts up to the end, or only says that something has failed, would be taken for the reason. */
function withoutProgress(said: string): string {
  return said.replace(
    /^((Uploading|Downloading|Checking out) LFS objects: |error: failed to (fetch|push) some objects ).*$/gm,
    '',
  );
}

/** A host's own words: `Git LFS is disabled for this repository`. */
const isOff =
  /^batch response: .*\b(LFS|large file).*\b(disabled|not (enabled|available|supported)|unavailable|switched off)/im;

/** A Data Center has it off until somebody switches it on, a repository at a time; an Enterprise Server can have it off. */
function lfsIsOff(subject: string, said: string): MigratorError {
  return new MigratorError('refused', `LFS is switched off at ${subject}`, {
    hint: 'Switch it on in the settings of the repository (on an Enterprise Server, in its administration), or plan it with "include_lfs": false.',
    detail: lastSentence(said),
  });
}

/** Whether git-lfs was told that the host does not have an object, or no LFS for this repository. Pure. */
export function saysMissing(outcome: GitOutcome): boolean {
  return (
    saysOff(outcome) ||
    /Object does not exist|Repository or object not found|\[404\]|\[410\]/i.test(heard(outcome))
  );
}

/** Whether the host has no LFS for this repository, and says so in words. Pure. */
export function saysOff(outcome: GitOutcome): boolean {
  return isOff.test(heard(outcome));
}

function heard({ stderr, stdout }: GitOutcome): string {
  return withoutNames(cleaned(`${stderr}\n${stdout}`));
}

/** Objects that pointers name and the source does not have. Pure. */
export function missingLfsObjects(missing: readonly LfsObject[], url: string): MigratorError {
  const oids = missing.slice(0, shown).map(({ oid }) => oid);
  const rest = missing.length > shown ? ` and ${missing.length - shown} more` : '';
  const count = missing.length === 1 ? 'one LFS object' : `${missing.length} LFS objects`;
  return new MigratorError(
    'refused',
    `${url} lacks ${count} that its files name: ${oids.join(', ')}${rest}`,
    {
      hint: 'Push them to the source from a copy that has them (`git lfs push --all`), or remove the pointer files from its history; the target refuses refs whose LFS objects it lacks.',
      detail: missing.map(({ oid, size }) => `${oid} ${size}`).join('\n'),
    },
  );
}
