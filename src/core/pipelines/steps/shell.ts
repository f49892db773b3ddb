import { variablesFile } from '../jobs/output-variables.ts';
import { setVariables } from '../jobs/used-variables.ts';
import type { Stretch } from './stretches.ts';

/** How the scripts of a job run. */
export interface Shell {
  readonly isContainer: boolean;
  readonly isWindows: boolean;
  /** Variables that may be empty where Bitbucket leaves them undefined. */
  readonly maybeEmpty: readonly string[];
  /** It sets variables for later steps. */
  readonly handsOn: boolean;
}

export interface StretchPosition {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Its exit code is for the after-script. */
  readonly keepsExitCode: boolean;
}

/** Bitbucket takes bash where an image has it; GitHub takes sh in containers, which may be bash in POSIX mode. */
const preferBash = '[ "${BASH##*/}" = bash ] || ! command -v bash > /dev/null || exec bash -e "$0"';

/** Lines before a script, so that it finds what it finds on Bitbucket. Pure. */
export function prologue(shell: Shell, position: StretchPosition): readonly string[] {
  if (shell.isWindows) return ['$env:BITBUCKET_CLONE_DIR = $env:GITHUB_WORKSPACE'];
  const { maybeEmpty } = shell;
  return [
    ...(shell.isContainer ? [preferBash] : []),
    'export BITBUCKET_CLONE_DIR="$GITHUB_WORKSPACE"',
    ...(shell.handsOn ? [`export BITBUCKET_PIPELINES_VARIABLES_PATH="${variablesFile}"`] : []),
    ...(maybeEmpty.length === 0
      ? []
      : [
          `for name in ${maybeEmpty.join(' ')}; do`,
          '  eval "[ -n \\"\\${$name-}\\" ] || unset $name"',
          'done',
        ]),
    ...(position.keepsExitCode ? [`trap 'echo "SCRIPT_EXIT_CODE=$?" >> "$GITHUB_ENV"' EXIT`] : []),
    ...(position.isFirst ? [] : ['[ -z "${SCRIPT_FOLDER-}" ] || cd "$SCRIPT_FOLDER"']),
  ];
}

/** Lines after commands that a pipe follows: what they have set stays set behind it. Pure. */
export function epilogue(
  stretch: Stretch & { readonly kind: 'commands' },
  shell: Shell,
  position: StretchPosition,
): readonly string[] {
  if (shell.isWindows || position.isLast) return [];
  const names = [...new Set(stretch.lines.flatMap(setVariables))];
  const changesFolder = stretch.lines.some((line) => /(?:^|[;&|(\s])(?:cd|pushd)\s/.test(line));
  return [
    ...(changesFolder ? ['echo "SCRIPT_FOLDER=$PWD" >> "$GITHUB_ENV"'] : []),
    ...(names.length === 0
      ? []
      : [
          `for name in ${names.join(' ')}; do`,
          '  eval "printf \'%s<<END_OF_$$\\n%s\\nEND_OF_$$\\n\' $name \\"\\${$name-}\\"" >> "$GITHUB_ENV"',
          'done',
        ]),
  ];
}
