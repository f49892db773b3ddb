import { MigratorError } from '../../kernel/errors.ts';
import { count, namesText } from '../../kernel/format/format.ts';
import { withoutNames } from '../formats/git-names.ts';
import type { LfsObject } from '../formats/lfs-pointer.ts';
import { errorByRule, type GitFailureContext, gitFailure } from './git-errors.ts';
import type { GitOutcome } from './git-output.ts';
import { cleaned, lastSentence } from './git-output.ts';
import { lfsRest, lfsRules } from './lfs-failure-rules.ts';

const shown = 5;

/** A failure of git-lfs as an error with a remedy, from its messages. Pure. */
export function lfsFailure(outcome: GitOutcome, context: GitFailureContext): MigratorError {
  const { doing, subject } = context;
  const said = withoutProgress(cleaned(`${outcome.stderr}\n${outcome.stdout}`));
  const text = withoutNames(said, subject);
  if (
    /^git: 'lfs' is not a git command/m.test(said) ||
    /git-lfs: (command )?not found/.test(text)
  ) {
    return new MigratorError('missing-program', 'git-lfs is not on PATH', {
      hint: 'Install `git-lfs`, check it with `git lfs version`, then resume.',
    });
  }
  const size = /\[([0-9a-f]{64})\] Size must be less than or equal to (\d{1,15})/.exec(said);
  if (size !== null) {
    return new MigratorError(
      'refused',
      `${doing} ${subject}: LFS object ${size[1]} exceeds GitHub's limit of ${size[2]} bytes`,
      {
        hint: "Remove the file from the history on Bitbucket, or upgrade the GitHub account's plan.",
      },
    );
  }
  const isSending = doing.startsWith('Sending');
  if (isOff.test(said)) return lfsIsOff(subject, { said, isSending });
  const judged = isSending ? whileSending(said, text) : text;
  const rule = isLocal.test(text)
    ? undefined
    : lfsRules.find(({ pattern }) => pattern.test(judged));
  if (rule !== undefined) return errorByRule(rule, context, lastSentence(said));
  const failure = gitFailure({ ...outcome, stderr: said }, context);
  if (failure.code !== 'unexpected' || isLocal.test(text)) return failure;
  const rest = lfsRest.find(({ pattern }) => pattern.test(text));
  if (rest === undefined || (rest.code === 'refused' && !isSending)) return failure;
  return errorByRule(rest, context, lastSentence(said));
}

/** Failures of this machine: no host has refused anything. */
const isLocal = /\b(open|stat|lstat|mkdir|rename|chmod|open file:) …:? /;

/** Messages that mean something else than they say. */
function whileSending(said: string, text: string): string {
  // Uploads are checked: what a proxy accepted in place of the target is missing.
  if (/^Not Found$/m.test(said)) return 'unexpected EOF';
  // git-lfs panics on a 429 without Retry-After.
  return /^panic: [\s\S]*\.\(\*basicUploadAdapter\)/m.test(said) ? '[429]' : text;
}

/** git-lfs reports an upload that its storage refuses (422), but exits as if it were done. Pure. */
export function isSent({ exitCode, stderr }: GitOutcome): boolean {
  return exitCode === 0 && !/^info: Uploading failed\b/m.test(cleaned(stderr));
}

/** Lines that are never the reason: progress, and those that only report a failure. */
function withoutProgress(said: string): string {
  return said.replace(
    /^((Uploading|Downloading|Checking out) LFS objects: |error: failed to (fetch|push) some objects ).*$/gm,
    '',
  );
}

/** A host's own words: `Git LFS is disabled for this repository`. */
const isOff =
  /^batch response: .*\b(LFS|large file).*\b(disabled|not (enabled|available|supported)|unavailable|switched off)/im;

/** On a Data Center it is off until somebody enables it for each repository; an Enterprise Server can have it off. */
function lfsIsOff(subject: string, { said, isSending }: { said: string; isSending: boolean }) {
  return new MigratorError('refused', `LFS is disabled on ${subject}`, {
    // A server with LFS off takes pointers as any file.
    hint: isSending
      ? 'Ask an administrator to enable LFS, or set "include_lfs": false for the repository in the plan to keep LFS pointers.'
      : "Enable LFS in the repository's settings, push its objects to it (`git lfs push --all <remote>`), then resume. To do without LFS, rewrite the history on Bitbucket with `git lfs migrate export`.",
    detail: lastSentence(said),
  });
}

/** Tells whether the host lacks an object, or has no LFS for this repository. Pure. */
export function saysMissing(outcome: GitOutcome): boolean {
  return (
    saysOff(outcome) ||
    /Object does not exist|Repository or object not found|^batch response: Not Found$|\[404\]|\[410\]/im.test(
      outputOf(outcome),
    )
  );
}

/** Tells whether the host says that it has no LFS for this repository. Pure. */
export function saysOff(outcome: GitOutcome): boolean {
  return isOff.test(outputOf(outcome));
}

function outputOf({ stderr, stdout }: GitOutcome): string {
  return withoutNames(cleaned(`${stderr}\n${stdout}`));
}

/** Objects that pointers name and the source does not have. Pure. */
export function missingLfsObjects(missing: readonly LfsObject[], url: string): MigratorError {
  const oids = missing.map(({ oid }) => oid);
  return new MigratorError(
    'refused',
    `${url} is missing ${count(missing.length, 'LFS object')} that its files reference: ${namesText(oids, shown)}`,
    {
      hint: 'Push them to Bitbucket from a copy (`git lfs push --all <remote>`), or remove the pointer files from its history. GitHub refuses refs with missing LFS objects.',
      detail: missing.length > shown ? oids.join('\n') : null,
    },
  );
}
