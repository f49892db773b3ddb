import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Plan, planSchema } from '../../../../src/core/plan/plan-schema.ts';
import {
  isMigrationId,
  newMigrationId,
  planDigest,
} from '../../../../src/core/replica/context/identity.ts';

const moment = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2058) });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('newMigrationId', () => {
  it('is mig_ and twelve lower-case characters, at any moment and by any chance', () => {
    fc.assert(
      fc.property(moment, chance, (now, random) => {
        expect(isMigrationId(newMigrationId(now, () => random))).toBe(true);
      }),
    );
  });

  it('sorts as text in the order of time', () => {
    fc.assert(
      fc.property(moment, moment, chance, chance, (a, b, first, second) => {
        fc.pre(a < b);
        expect(newMigrationId(a, () => first) < newMigrationId(b, () => second)).toBe(true);
      }),
    );
  });

  it('differs by chance in the same millisecond', () => {
    expect(newMigrationId(5, () => 0)).not.toBe(newMigrationId(5, () => 0.5));
  });
});

describe('isMigrationId', () => {
  it.each(['', 'mig_', 'mig_0000', 'mig_00000000000A', 'xmig_000000000000', 'mig_000000000000\n'])(
    'refuses %j',
    (text) => {
      expect(isMigrationId(text)).toBe(false);
    },
  );
});

describe('planDigest', () => {
  const plan: Plan = {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    target: { organization: 'acme' },
    options: {},
    repositories: [
      { source: 'api', target: 'api', visibility: 'private' },
      { source: 'web', target: 'web', visibility: 'public' },
    ],
  };
  const [api, web] = plan.repositories;
  if (api === undefined || web === undefined) throw new Error('the plan has two');

  it('takes no notice of options, of the file’s formatting and of the order of its keys', () => {
    const reordered = `{
      "repositories": [
        { "visibility": "private", "target": "api", "source": "api", "include_lfs": true },
        { "target": "web", "visibility": "public", "source": "web" }
      ],
      "options": { "workers": 9 }, "version": 1,
      "target": { "organization": "ACME" },
      "source": { "workspace": "acme-workspace", "kind": "bitbucket-cloud" }
    }`;
    const read = planSchema.parse(JSON.parse(reordered));
    expect(planDigest(read)).toBe(planDigest(plan));
  });

  it('takes no notice of settings, teams and follow', () => {
    const settings = [
      {
        id: 'access:user:ann',
        kind: 'access' as const,
        source: 'read for Ann',
        target: '',
        grade: 'none' as const,
        why: 'The user map has no GitHub login for this person.',
        set: {},
        looser: null,
      },
    ];
    const teams = [{ name: 'devs', groups: ['devs'], members: [], incomplete: false }];
    const edited = { ...plan, follow: true, teams, repositories: [{ ...api, settings }, web] };
    expect(planDigest(planSchema.parse(edited))).toBe(planDigest(plan));
  });

  it.each<[string, Plan]>([
    ['a repository less', { ...plan, repositories: [api] }],
    ['another order', { ...plan, repositories: [web, api] }],
    ['another source', { ...plan, repositories: [{ ...api, source: 'API' }, web] }],
    ['another name on the target', { ...plan, repositories: [{ ...api, target: 'x' }, web] }],
    ['another visibility', { ...plan, repositories: [{ ...api, visibility: 'public' }, web] }],
    ['another workspace', { ...plan, source: { ...plan.source, workspace: 'other' } }],
    [
      'another kind of source',
      { ...plan, source: { ...plan.source, kind: 'bitbucket-data-center' } },
    ],
    ['another organization', { ...plan, target: { organization: 'other' } }],
  ])('changes with %s', (_what, other) => {
    expect(planDigest(other)).not.toBe(planDigest(plan));
  });

  it('does not mistake a name that runs into the next for another one', () => {
    const joined = { ...api, source: 'api","api' };
    expect(planDigest({ ...plan, repositories: [joined] })).not.toBe(
      planDigest({ ...plan, repositories: [api] }),
    );
  });
});
