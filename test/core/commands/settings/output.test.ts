import { describe, expect, it } from 'vitest';
import {
  isRefused,
  settingsJson,
  settingsText,
} from '../../../../src/core/commands/settings/output.ts';
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
    expect(settingsText(summaryOf(missing), options)).toMatchObject({
      title: '1 setting on GitHub: 1 missing.',
      facts: ['The plan has 2 settings, 1 of them by hand.', 'Nothing was written.'],
    });
  });

  it('lists a ruleset that waits for checks as verify does, not as equal', () => {
    const note = 'disabled until GitHub has seen ci/test';
    const short = outcomeOf({ kind: 'ruleset', name: 'checks' }, { state: 'equal', note });
    const { title, lines } = settingsText(summaryOf(short), options);
    expect(title).toContain('1 setting on GitHub: 1 not fully.');
    expect(lines).toContain(`  not fully  Ruleset checks  ${note}`);
  });

  it('counts teams apart, and no pull request that migrator opens', () => {
    const request = { kind: 'pull-request', name: 'migrator/settings' };
    const opened = outcomeOf(request, { state: 'equal', note: '#1' });
    const kept = outcomeOf(request, { state: 'kept', note: 'not opened', differs: 'stricter' });
    const team = outcomeOf({ kind: 'team', name: 'core' }, { state: 'equal' });
    const { title, lines } = settingsText(
      { ...summaryOf(missing, opened, kept), teams: [team] },
      options,
    );
    expect(title).toBe('1 setting and 1 team on GitHub: 1 missing, 1 equal.');
    expect(lines.join('\n')).not.toContain('#1');
    expect(lines).toContain('  differs    Pull request migrator/settings  not opened');
  });

  it('says in JSON too that a setting is there, and does less than the plan wants', () => {
    const note = 'disabled until GitHub has seen ci/test';
    const short = outcomeOf({ kind: 'ruleset', name: 'checks' }, { state: 'equal', note });
    const team = outcomeOf(
      { kind: 'team', name: 'core' },
      { state: 'equal', note: 'Not added: x' },
    );
    const { repositories, teams } = JSON.parse(
      settingsJson({ ...summaryOf(short, missing), teams: [team] }),
    );
    expect(repositories[0].settings.map(({ state }: SettingOutcome) => state)).toEqual([
      ...['short', 'missing'],
    ]);
    expect(teams[0].state).toBe('short');
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
    expect(all.lines).toContain('  planned           Autolink WEB-');
    expect(isRefused(summary)).toBe(false);
    expect(isRefused(summaryOf({ ...foreseen, foreseen: false } as never))).toBe(true);
  });
});
