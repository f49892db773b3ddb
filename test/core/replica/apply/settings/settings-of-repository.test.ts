import { expect, it } from 'vitest';
import { openSettingsText } from '../../../../../src/core/replica/apply/settings/settings-of-repository.ts';
import { outcomeOf } from '../../../../../src/core/settings/applying/setting-outcome.ts';

const checks = { kind: 'ruleset', name: 'checks' } as const;
const note = 'disabled until GitHub has seen ci; then run `migrator settings --migration <id>`';

function textOf(...outcomes: readonly ReturnType<typeof outcomeOf>[]): string | null {
  return openSettingsText({ mode: 'active', project: null, outcomes }, 'mig_1');
}

it('tells of a ruleset that waits for its checks, as verify does', () => {
  expect(textOf(outcomeOf(checks, { state: 'written', note }))).toBe(
    '1 setting needs attention (Ruleset checks: disabled until GitHub has seen ci)',
  );
  expect(textOf(outcomeOf(checks, { state: 'written' }))).toBeNull();
});

it('names a refused setting first', () => {
  const refused = outcomeOf({ kind: 'deploy-key', name: 'ci' }, { state: 'refused' });
  const short = outcomeOf(checks, { state: 'equal', note });
  expect(textOf(short, refused)).toContain('2 settings need attention (Deploy key ci; …)');
});
