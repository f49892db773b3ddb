import { targetOptions } from '../../../../core/options/targets.ts';
import { existingHint } from '../../../../core/run/preflight/find-planned-targets.ts';

/** Advice that names flags of the command line, and the same for a screen. */
const translations: readonly (readonly [string | RegExp, string])[] = [
  [
    existingHint,
    `Set "${targetOptions.existing.control.label}" in the options, or clear the repository in the selection.`,
  ],
  ['pass a user map with --user-map', 'add them to the user map'],
  ['without --user-map', 'without a user map'],
  [
    "pass Jira's URL to plan with --jira-url.",
    'add an autolink in the settings of the GitHub repository.',
  ],
  [
    /--visibility public opens (\S+) to the whole world/,
    'Visibility in the options can make $1 public',
  ],
  [/\. --publish-private confirms that a private repository becomes public$/, ''],
  [/; --invite would take (\d+ seats?)/, '; an invitation takes $1'],
  [/name them with discover --groups FILE/, 'name them in "Group list" in the options'],
  ['Use --no-pull-requests', 'Set "Pull requests" to skip in the options'],
  [/use --engine rest(?: \([^)]*\))?/, 'set "Engine" to REST API in the options'],
  [/Run it again: migrator doctor --calibrate.*$/, 'The last step offers to run it again'],
  [
    /discover --include-large-files finds them in advance$/,
    'Ctrl+F at "Large files" in the options finds them',
  ],
  [/^Count them with: .*$/, 'Count them with a deep scan in the repository list.'],
  [
    /^With --engine archive: no content-creating requests,/,
    'Through the importer (Engine): no content-creating requests,',
  ],
];

/** Names the wizard's own fields instead of flags. Pure. */
export function inWizardWords(text: string): string {
  return translations.reduce((now, [from, to]) => now.replace(from, to), text);
}
