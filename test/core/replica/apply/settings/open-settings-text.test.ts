import { describe, expect, it } from 'vitest';
import { openSettingsText } from '../../../../../src/core/replica/apply/settings/settings-of-repository.ts';
import { outcomeOf, withNotes } from '../../../../../src/core/settings/applying/setting-outcome.ts';

const ruleset = { kind: 'ruleset', name: 'bitbucket: main' };

function textOf(...outcomes: readonly ReturnType<typeof outcomeOf>[]) {
  return openSettingsText({ outcomes });
}

describe('settings that need attention', () => {
  it('include a ruleset that was created, but is off until GitHub has seen its checks', () => {
    const note = 'disabled until GitHub has seen ci/test';
    expect(textOf(outcomeOf(ruleset, { state: 'written', note }))).toContain(note);
    expect(textOf(outcomeOf(ruleset, { state: 'written' }))).toBeNull();
    expect(textOf(outcomeOf({ kind: 'topics', name: 'x' }, { state: 'equal', note }))).toBeNull();
  });

  it('are all named, without the command that the fix names', () => {
    const note = 'disabled until GitHub has seen ci; then run `migrator settings --migration <id>`';
    const refused = outcomeOf({ kind: 'deploy-key', name: 'ci' }, { state: 'refused' });
    expect(textOf(outcomeOf(ruleset, { state: 'written', note }), refused)).toBe(
      '2 settings need attention (Ruleset bitbucket: main: disabled until GitHub has seen ci; Deploy key ci: refused)',
    );
  });
});

it('notes of one setting are sentences', () => {
  const created = outcomeOf({ kind: 'team', name: 'core' }, { state: 'written', note: 'created' });
  expect(withNotes(created, ['added: ann', false]).note).toBe('created. Added: ann');
});
