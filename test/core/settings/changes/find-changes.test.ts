import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differencesToPlan,
  findChanges,
  seenSettings,
} from '../../../../src/core/settings/changes/find-changes.ts';
import type { PlannedSetting } from '../../../../src/core/settings/plan/planned-settings.ts';
import type { RepositoryRole } from '../../../../src/core/settings/target-rules.ts';

function access(
  name: string,
  role: RepositoryRole,
  more: Partial<PlannedSetting> = {},
): PlannedSetting {
  return {
    ...{ id: `access:user:${name}`, kind: 'access', source: `${role} for ${name}` },
    ...{ target: `${role} for user ${name}`, grade: 'exact', why: 'The same access.' },
    set: { access: [{ actor: { kind: 'user', name }, role }] },
    ...{ looser: null, ...more },
  };
}

const looser = (role: RepositoryRole) => ({
  ...{ target: role, why: 'The team map gives its team more access.' },
  set: { access: [{ actor: { kind: 'team', name: 'core' } as const, role }] },
});
const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id.slice(12));

function changes(options: {
  before: readonly PlannedSetting[];
  now: readonly PlannedSetting[];
  planned?: readonly PlannedSetting[];
}) {
  const { before, now, planned = before } = options;
  const found = findChanges({ now, seen: seenSettings(before, []), planned });
  const { changed, edited, gone, withdrawn } = found;
  return {
    ...{ changed: ids(changed), edited: ids(edited), gone: ids(gone) },
    ...{ withdrawn: ids(withdrawn), planned: found.planned },
  };
}

describe('what the source has changed in its settings', () => {
  it('is what is new, different and gone, and the plan gets it', () => {
    const now = [access('ann', 'pull'), access('bob', 'push'), access('dot', 'pull')];
    const before = [access('ann', 'pull'), access('bob', 'pull'), access('cid', 'pull')];
    expect(changes({ before, now })).toEqual({
      ...{ changed: ['bob', 'dot'], edited: [], gone: ['cid'], withdrawn: [], planned: now },
    });
  });

  it('leaves what people have edited in the plan, or taken out of it', () => {
    const before = [access('ann', 'pull'), access('bob', 'pull')];
    const edited = { ...access('ann', 'pull'), set: { access: [] } };
    const now = [access('ann', 'push'), access('bob', 'push')];
    const found = changes({ before, now, planned: [edited] });
    expect(found).toMatchObject({ changed: [], edited: ['ann', 'bob'], planned: [edited] });
  });

  it('keeps what was accepted as long as the same is on offer', () => {
    const offer = { looser: looser('admin') };
    const before = [access('ann', 'pull', offer), access('bob', 'pull', offer)];
    const planned = before.map((one) => ({ ...one, accept: 'looser' as const }));
    const now = [access('ann', 'push', offer), access('bob', 'push', { looser: looser('push') })];
    const found = changes({ before, now, planned });
    expect(found).toMatchObject({ changed: ['ann', 'bob'], withdrawn: ['bob'] });
    expect(found.planned.map(({ accept }) => accept)).toEqual(['looser', undefined]);
  });

  it('is found again by a run after one that was killed, whose plan has it already', () => {
    const role = fc.constantFrom<RepositoryRole>('pull', 'push', 'maintain');
    const settings = fc
      .dictionary(fc.constantFrom('ann', 'bob', 'cid', 'dot'), role)
      .map((roles) => Object.entries(roles).map(([name, one]) => access(name, one)));
    fc.assert(
      fc.property(settings, settings, (before, now) => {
        const first = changes({ before, now });
        const again = changes({ before, now, planned: first.planned });
        expect(again).toEqual(first);
        const sorted = (all: readonly PlannedSetting[]) =>
          [...all].sort((one, other) => one.id.localeCompare(other.id));
        expect(sorted(first.planned)).toEqual(sorted(now));
        expect(changes({ before: now, now, planned: first.planned })).toMatchObject({
          ...{ changed: [], edited: [], gone: [] },
        });
      }),
    );
  });
});

describe('what differs from a plan when nothing was compared yet', () => {
  it('is named, whatever people have edited', () => {
    const edited = { ...access('ann', 'pull'), set: {} };
    const planned = [edited, access('bob', 'pull'), access('cid', 'push')];
    const now = [access('ann', 'pull'), access('bob', 'push'), access('dot', 'pull')];
    expect(differencesToPlan(now, planned)).toEqual([
      ...['push for bob', 'pull for dot', 'push for cid'],
    ]);
  });
});
