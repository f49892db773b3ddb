import { describe, expect, it } from 'vitest';
import {
  type SourceSettings,
  settingsParts,
} from '../../../../src/core/ports/records/source-settings.ts';
import { appliedKinds, kinds, sourcePart } from '../../../../src/core/settings/kinds/kinds.ts';
import { check, contextOf, noSettings, rule, user } from '../settings-fixture.ts';

describe('the table of kinds of settings', () => {
  it('has each part of the source in one row, with a default', () => {
    const parts = kinds.flatMap((kind) => Object.keys(kind.parts));
    expect(parts.toSorted()).toEqual([...settingsParts].sort());
    const read = settingsParts.map((part) => [part, sourcePart(part).schema.parse(undefined)]);
    expect({ ...Object.fromEntries(read), unread: [] }).toEqual(noSettings);
  });

  it('names each kind of a plan and of an outcome once', () => {
    const planned = kinds.flatMap((kind) => kind.planned);
    expect(new Set(planned).size).toBe(planned.length);
    const applied = kinds.flatMap((kind) => kind.applied?.kind ?? []);
    expect(new Set(applied).size).toBe(applied.length);
  });

  it('has an order for every kind that is applied, but for rules', () => {
    const ordered = appliedKinds.map(({ kind }) => kind);
    const applied = kinds.flatMap(({ applied: one }) =>
      one?.phase === 'rules' ? [] : (one ?? []),
    );
    expect(ordered.toSorted()).toEqual(applied.map(({ kind }) => kind).sort());
  });

  it('maps every setting to a kind that its row names', () => {
    const any = { kind: 'any' } as const;
    const settings: SourceSettings = {
      ...noSettings,
      rules: [rule({})],
      checks: [check({})],
      strategies: { enabled: ['squash'], standard: null },
      reviewers: [
        {
          id: '1',
          level: 'repository',
          reviewers: [],
          source: any,
          destination: any,
          approvals: 0,
        },
      ],
      owners: { path: 'CODEOWNERS', bytes: 1 },
      access: [{ actor: user('ann'), level: 'read', from: 'repository' }],
      webhooks: [
        {
          ...{ id: '1', level: 'repository', name: '', url: 'https://ci.example/' },
          ...{ active: true, events: ['repo:push'], secret: false, verified: true },
        },
      ],
      keys: [{ id: '1', level: 'repository', label: '', key: '', access: 'read' }],
      jira: [{ key: 'ABC', url: null }],
      labels: ['a'],
    };
    const source = { kind: 'bitbucket-cloud', groups: [], settings } as const;
    const mapped = kinds.map((row) => row.map?.(source, contextOf()) ?? []);
    const named = mapped.map((all) => all.map(({ item }) => item.kind));
    expect(named).toEqual(kinds.map((row) => row.planned));
  });
});
