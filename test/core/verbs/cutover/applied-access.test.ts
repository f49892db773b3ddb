import { describe, expect, it } from 'vitest';
import type { AppliedSettings } from '../../../../src/core/replica/context/settings/applied-settings.ts';
import type { SettingOutcome } from '../../../../src/core/settings/applying/setting-outcome.ts';
import { appliedAccess } from '../../../../src/core/verbs/cutover/applied-access.ts';

function outcome(name: string, change: Partial<SettingOutcome> = {}): SettingOutcome {
  const nothing = { note: null, hint: null, differs: null } as const;
  return { kind: 'access', name, state: 'written', ...nothing, ...change };
}
const applied = (...outcomes: readonly SettingOutcome[]): AppliedSettings => ({
  ...{ mode: 'active', project: null, outcomes },
});

describe('what an aborted cut-over leaves on a target', () => {
  it('names everybody who has access, with the command that removes it', () => {
    const given = applied(outcome('team core'), outcome('user alice', { state: 'equal' }));
    const [rest, ...access] = appliedAccess('acme/one', given, 'api.github.com');
    expect(rest).toContain('stay as planned');
    expect(access).toEqual([
      'Access for team core stays. Remove it with: gh api --method DELETE orgs/acme/teams/core/repos/acme/one',
      'Access for user alice stays. Remove it with: gh api --method DELETE repos/acme/one/collaborators/alice',
    ]);
  });

  it('names a server of its own, and quotes what a shell would read otherwise', () => {
    const [, line = ''] = appliedAccess(
      'acme/one',
      applied(outcome('team a$b')),
      'git.acme.example',
    );
    expect(line).toContain(
      "gh api --hostname git.acme.example --method DELETE 'orgs/acme/teams/a$b",
    );
  });

  it('leaves out what was not given, but not what may only read so far', () => {
    const given = applied(
      outcome('team refused', { state: 'refused' }),
      outcome('user later', { state: 'waiting', note: 'is not in the organization' }),
      outcome('user reader', { state: 'waiting', note: 'may not write yet: push' }),
      outcome('bitbucket: main', { kind: 'ruleset' }),
    );
    const lines = appliedAccess('acme/one', given, 'api.github.com');
    expect(lines.slice(1)).toHaveLength(1);
    expect(lines[1]).toContain('user reader');
  });

  it('says so where it was killed before that was noted', () => {
    expect(appliedAccess('acme/one', null, 'api.github.com')[1]).toContain(
      'may already be in place',
    );
  });
});
