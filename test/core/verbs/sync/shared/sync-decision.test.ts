import { describe, expect, it } from 'vitest';
import type { FoundSource } from '../../../../../src/core/replica/apply/publication/find-sources.ts';
import type { SettingsComparison } from '../../../../../src/core/replica/apply/synced-settings/compare-settings.ts';
import type { PlannedSetting } from '../../../../../src/core/settings/plan/planned-settings.ts';
import {
  readDecision,
  writeDecision,
} from '../../../../../src/core/verbs/sync/repository/sync-decision.ts';

const found = {
  kind: 'found',
  repository: { id: '{1}', slug: 'renamed' },
} as unknown as FoundSource;

const look: SettingsComparison = {
  changes: { changed: [], withdrawn: [], edited: [], gone: [], planned: [] },
  seen: { unread: ['webhooks'], items: new Map([['a', { source: 'A', all: 'x', set: 'y' }]]) },
  notes: [{ kind: 'note', subject: 'setting A', reason: 'deleted on Bitbucket' }],
};

describe('what is decided about a repository of a sync', () => {
  it('reaches the process that takes it, but for settings that are written nowhere', () => {
    const text = writeDecision(found, { also: new Set([3, 12]), settings: look });
    expect(readDecision('web', text ?? '')).toEqual({
      ...{ id: '{1}', slug: 'renamed', also: new Set([3, 12]) },
      settings: { ...look, changes: null },
    });
    const none = { also: new Set<number>(), settings: null };
    expect(readDecision('web', writeDecision(found, none) ?? '')).toMatchObject(none);
  });

  it('is for the process alone that has looked, where settings have changed', () => {
    const changed = [{ id: 'a', set: { url: 'https://hooks.example/secret' } }];
    const changes = { ...look.changes, changed: changed as unknown as PlannedSetting[] };
    const settings = { ...look, changes } as SettingsComparison;
    expect(writeDecision(found, { also: new Set(), settings })).toBeNull();
  });

  it('is for the process alone that has looked, where no source was found', () => {
    const none = { also: new Set<number>(), settings: null };
    for (const kind of ['gone', 'replaced'] as const) {
      expect(writeDecision({ kind }, none)).toBeNull();
    }
    expect(writeDecision(undefined, none)).toBeNull();
  });

  it('is refused where another version has written it', () => {
    for (const text of ['', '{}', '{"id":1}', 'null']) {
      expect(() => readDecision('web', text)).toThrow('Cannot read the sync state of web');
    }
  });
});
