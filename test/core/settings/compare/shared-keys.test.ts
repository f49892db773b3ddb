import { describe, expect, it } from 'vitest';
import {
  findSharedKeys,
  sharedKeyText,
} from '../../../../src/core/settings/compare/shared-keys.ts';
import type { PlannedSetting } from '../../../../src/core/settings/plan/planned-settings.ts';
import { refuseSharedKeys } from '../../../../src/core/verbs/settings/refuse-shared-keys.ts';

const keySetting = (title: string, key: string): PlannedSetting => ({
  ...{ id: `key:${title}`, kind: 'access-key', source: title, target: 'deploy key, read' },
  ...{ grade: 'exact', why: '', looser: null },
  set: { keys: [{ title, key, readOnly: true }] },
});

const plan = {
  repositories: [
    { source: 'web', settings: [keySetting('ci', 'ssh-ed25519 AAAA ci@one')] },
    { source: 'api', settings: [keySetting('deploy', ' ssh-ed25519  AAAA ci@two')] },
    { source: 'docs', settings: [keySetting('ci', 'ssh-ed25519 BBBB')] },
    { source: 'old' },
  ],
};

describe('deploy keys that several repositories want', () => {
  it('are found by the key, whatever their titles and comments', () => {
    expect(findSharedKeys(plan)).toMatchObject([{ title: 'ci', repositories: ['web', 'api'] }]);
    const [web, , ...others] = plan.repositories;
    expect(findSharedKeys({ repositories: [...(web ? [web] : []), ...others] })).toEqual([]);
  });

  it('are named with what to do', () => {
    const text = sharedKeyText({ title: 'ci', repositories: ['web', 'api'] });
    expect(text).toContain('Deploy key ci is in several repositories (web, api)');
    expect(text).toContain('Create a new key on Bitbucket for all but one');
  });

  const result = (source: string, name: string, state: 'missing' | 'waiting' | 'equal') => ({
    ...{ source, target: source, skipped: null },
    settings: [
      { kind: 'deploy-key', name, state, note: null, hint: null, differs: null },
      { kind: 'autolink', name, state, note: null, hint: null, differs: null },
    ],
  });

  it('are foreseen as refused in all but the first', () => {
    const all = [result('web', 'ci', 'missing'), result('api', 'deploy', 'waiting')];
    const [web, api] = refuseSharedKeys(plan, all);
    expect(web).toEqual(all[0]);
    expect(api?.settings.map(({ state }) => state)).toEqual(['refused', 'waiting']);
    expect(api?.settings[0]?.note).toContain('web has the same key');
  });

  it('stay in the repository that has one already', () => {
    const all = [result('web', 'ci', 'missing'), result('api', 'deploy', 'equal')];
    const [web, api] = refuseSharedKeys(plan, all);
    expect(web?.settings[0]).toMatchObject({
      state: 'refused',
      note: expect.stringContaining('api has the same key'),
    });
    expect(api).toEqual(all[1]);
  });
});
