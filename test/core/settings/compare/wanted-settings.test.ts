import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../../../src/core/ports/records/target-settings.ts';
import { wantedSettings } from '../../../../src/core/settings/compare/wanted-settings.ts';
import { keyText } from '../../../../src/core/settings/kinds/deploy-keys.ts';
import { webhookId } from '../../../../src/core/settings/kinds/webhooks.ts';
import type { PlannedSetting } from '../../../../src/core/settings/plan/planned-settings.ts';

function planned(set: PlannedSetting['set'], id = '1'): PlannedSetting {
  const words = { source: '', target: '', grade: 'exact', why: '' } as const;
  return { id, kind: 'branch-rule', ...words, set, looser: null };
}

const rule = (changes: Partial<Ruleset>): Ruleset => ({
  target: 'branch',
  include: ['refs/heads/main'],
  rules: [{ type: 'deletion' }],
  bypass: [],
  enforcement: 'active',
  ...changes,
});

describe('wantedSettings', () => {
  it('names each ruleset by its refs, and none like another', () => {
    const bypass = [{ actor: { kind: 'team', name: 'core' }, mode: 'always' }] as const;
    const rulesets = [
      rule({}),
      rule({ bypass }),
      rule({ target: 'tag', include: ['refs/tags/v*'] }),
      rule({ enforcement: 'disabled', include: ['refs/heads/a\u001b[31m\nb'] }),
      rule({ include: [`refs/heads/${'x'.repeat(200)}`], rules: [{ type: 'creation' }] }),
    ];
    const names = wantedSettings([planned({ rulesets })]).rulesets.map(({ name }) => name);
    expect(names).toEqual([
      'bitbucket: main',
      'bitbucket: main (2)',
      'bitbucket: tags v*',
      'bitbucket: checks on a [31m b',
      `bitbucket: ${'x'.repeat(59)}…`,
    ]);
  });

  it('gives an actor its widest role, once', () => {
    const grant = (name: string, role: 'pull' | 'push') => ({
      actor: { kind: 'team', name } as const,
      role,
    });
    const access = [grant('core', 'pull'), grant('Core', 'push'), grant('ops', 'pull')];
    const wanted = wantedSettings([planned({ access })]);
    expect(wanted.access).toEqual([grant('Core', 'push'), grant('ops', 'pull')]);
  });

  it('takes what was accepted in place of what is stricter', () => {
    const looser = { target: '', why: '', set: { autoMerge: true } };
    const setting = { ...planned({}), looser, accept: 'looser' } as const;
    expect(wantedSettings([setting]).autoMerge).toBe(true);
    expect(wantedSettings([{ ...setting, accept: undefined }]).autoMerge).toBe(false);
  });

  it('takes a key or a webhook once', () => {
    const key = { title: 'a', key: 'ssh-ed25519 AAAA one', readOnly: true };
    const hook = { url: 'https://ci.example', events: ['push', 'create'] };
    const wanted = wantedSettings([
      planned({ keys: [key], webhooks: [hook] }),
      planned(
        {
          keys: [{ ...key, key: 'ssh-ed25519 AAAA two' }],
          webhooks: [{ ...hook, events: ['create', 'push'] }],
        },
        '2',
      ),
    ]);
    expect([wanted.keys.length, wanted.webhooks.length]).toEqual([1, 1]);
    expect(keyText(key.key)).toBe('ssh-ed25519 AAAA');
    expect(webhookId(hook)).not.toContain('ci.example');
  });
});
