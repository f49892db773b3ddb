import { describe, expect, it } from 'vitest';
import { existingHint } from '../../../../src/core/run/preflight/find-planned-targets.ts';
import { inWizardWords } from '../../../../src/screens/wizard/steps/review/wizard-words.ts';

describe('the words of the review', () => {
  it.each([
    existingHint,
    '2 people without a GitHub login (Ann, Bo): pass a user map with --user-map, or they get no access',
    "Seen in pull requests: pass Jira's URL to plan with --jira-url.",
    '1 repository is public on Data Center, so visible to everyone on your network. The plan sets it to private; --visibility public opens it to the whole world',
    '2 repositories are public on Data Center, so visible to everyone on your network. The plan sets them to private; --visibility public opens them to the whole world',
    '2 private repositories stay private on GitHub. --publish-private confirms that a private repository becomes public',
    'ann is not in the organization; --invite would take 1 seat',
    '2 groups without known members (a, b): name them with discover --groups FILE, or the teams stay empty',
    'Use --no-pull-requests, or fix the host',
    'Use an organization as the target, or use --engine rest (and "engine": "rest" if the plan sets another).',
    'The calibration is out of date: it is old. Run it again: migrator doctor --calibrate --target-org acme',
    'The test is out of date: it is old. Run it again: migrator doctor --calibrate --importer --target-org acme',
    'Count them with: migrator discover --workspace acme --deep',
    'With --engine archive: no content-creating requests, under 1m to read;',
  ])('name no flag: %s', (text) => {
    expect(inWizardWords(text)).not.toMatch(/(^|\s)--[a-z]/);
    expect(inWizardWords(text).trim()).not.toBe('');
  });
});
