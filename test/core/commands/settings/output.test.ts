import { describe, expect, it } from 'vitest';
import { isRefused, settingsText } from '../../../../src/core/commands/settings/output.ts';
import {
  outcomeOf,
  type SettingOutcome,
} from '../../../../src/core/settings/applying/setting-outcome.ts';
import type { PlannedSetting } from '../../../../src/core/settings/plan/planned-settings.ts';

const setting = (source: string, grade: 'exact' | 'none') =>
  ({
    ...{ kind: 'autolink', source, grade, target: '', why: '', looser: null },
  }) as unknown as PlannedSetting;

describe('settingsText()', () => {
  const missing = outcomeOf({ kind: 'autolink', name: 'WEB-' }, { state: 'missing' });
  const summaryOf = (...settings: readonly SettingOutcome[]) => ({
    ...({ migration: 'mig_000000000001', dryRun: true, mode: 'active', invite: false } as const),
    teams: [],
    repositories: [
      { source: 'web', target: 'web', skipped: null, settings },
      { source: 'api', target: 'api', skipped: 'It is not migrated yet', settings: [] },
    ],
  });
  const plan = {
    repositories: [
      { source: 'web', settings: [setting('a', 'exact'), setting('b', 'none')] },
      { source: 'api', settings: [setting('c', 'none')] },
    ],
  };
  const options = { color: false, applyWith: [], plan, waits: false, verbose: false };

  it('counts the settings of the plan in the repositories that were compared', () => {
    expect(settingsText(summaryOf(missing), options).title).toBe(
      '1 setting on GitHub: 1 missing. The plan has 2 settings, 1 of them by hand; teams and pull requests are counted separately. Nothing was written.',
    );
  });

  it('lists a ruleset that waits for checks as verify does, not as equal', () => {
    const note = 'disabled until GitHub has seen ci/test';
    const short = outcomeOf({ kind: 'ruleset', name: 'checks' }, { state: 'equal', note });
    const { title, lines } = settingsText(summaryOf(short), options);
    expect(title).toContain('1 setting on GitHub: 1 not fully.');
    expect(lines).toContain(`  not fully  Ruleset checks  ${note}`);
  });

  it('counts what waits for the cut-over as planned, and lists it with -v', () => {
    const key = { kind: 'deploy-key', name: 'ci' } as const;
    const foreseen = outcomeOf(key, { state: 'refused', foreseen: true });
    const summary = summaryOf(missing, foreseen);
    const { title, lines, next } = settingsText(summary, { ...options, waits: true });
    expect(title).toContain('2 settings on GitHub: 1 would be refused, 1 planned.');
    expect(lines).toEqual(['', 'web', '  would be refused  Deploy key ci']);
    expect(next).toContain('With -v: each planned setting.');
    const all = settingsText(summary, { ...options, waits: true, verbose: true });
    expect(all.lines).toContain('  planned    Autolink WEB-');
    expect(isRefused(summary)).toBe(false);
    expect(isRefused(summaryOf({ ...foreseen, foreseen: false } as never))).toBe(true);
  });
});
