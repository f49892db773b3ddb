import { describe, expect, it } from 'vitest';
import { changedData, planData } from '../../../../../src/core/replica/diff/data/plan-data.ts';
import type { MigratedSettings } from '../../../../../src/core/replica/recorded/migrated-baseline.ts';

const before = { description: 'A shop', defaultBranch: 'main', topics: ['web'], archived: false };
const settings: MigratedSettings = { ...before, visibility: 'private', source: before };
const target = { description: 'A shop', defaultBranch: 'main', topics: ['web'] };
const branches = new Set(['refs/heads/main', 'refs/heads/trunk']);
const plan = (now: object, there: object = {}) =>
  planData({ now: { ...before, ...now }, settings, target: { ...target, ...there }, branches });

describe('repository data of a sync', () => {
  it('is compared with the source of the last sync, not with what the target made of it', () => {
    const taken = { ...settings, description: 'A shop, as GitHub takes it' };
    expect(changedData(before, taken)).toEqual([]);
    expect(changedData({ ...before, description: 'New' }, taken)).toEqual(['description']);
  });

  it('is compared with what the target has taken, where the state is older', () => {
    expect(changedData(before, { ...settings, source: null })).toEqual([]);
    const empty = { ...settings, source: null, description: null, defaultBranch: null };
    expect(changedData(before, empty)).toEqual(['defaultBranch']);
  });

  it('is set where the target still has what was set', () => {
    const now = { description: 'New', defaultBranch: 'trunk', topics: ['new'], archived: true };
    expect(plan(now)).toEqual({ ...now, skipped: [], source: now });
  });

  it.each([
    ['description', { description: 'New' }, { description: 'Theirs' }],
    ['default branch', { defaultBranch: 'trunk' }, { defaultBranch: 'other' }],
    ['topics', { topics: ['new'] }, { topics: ['theirs', 'web'] }],
  ])(
    'is left where somebody has changed the %s on the target, and found again later',
    (subject, now, there) => {
      const { skipped, source, ...wanted } = plan(now, there);
      expect(wanted).toEqual({});
      expect(skipped).toMatchObject([{ kind: 'conflict', subject }]);
      expect(source).toEqual(before);
    },
  );

  it('is left where nothing of ours was recorded, and somebody has set what the source never had', () => {
    const left = { ...settings, description: null, defaultBranch: null };
    const there = { ...target, description: 'Theirs', defaultBranch: 'other' };
    const now = { ...before, description: 'New', defaultBranch: 'trunk' };
    const { skipped } = planData({ now, settings: left, target: there, branches });
    expect(skipped.map(({ subject }) => subject)).toEqual(['description', 'default branch']);
  });

  it('is set where the source had none, and the host chose', () => {
    const none = { ...before, defaultBranch: null };
    const empty = { ...settings, defaultBranch: null, source: none };
    const now = { ...before, defaultBranch: 'trunk' };
    expect(planData({ now, settings: empty, target, branches })).toMatchObject({
      defaultBranch: 'trunk',
      skipped: [],
    });
  });

  it('is set over what a sync has sent that was killed before it could note it', () => {
    const intended = { description: 'Sent  before', defaultBranch: 'trunk', topics: ['Sent'] };
    const there = { description: 'Sent before', defaultBranch: 'trunk', topics: ['sent'] };
    const now = { ...before, description: 'New', defaultBranch: 'main', topics: ['new'] };
    const found = planData({
      now,
      settings: { ...settings, intended, source: { ...before, defaultBranch: 'other' } },
      target: there,
      branches,
    });
    const { archived: _archived, ...wanted } = now;
    expect(found).toMatchObject({ ...wanted, skipped: [] });
    const others = { ...there, description: 'Sent before, and theirs' };
    const { skipped } = planData({
      now,
      settings: { ...settings, intended },
      target: others,
      branches,
    });
    expect(skipped).toMatchObject([{ subject: 'description' }]);
  });

  it('waits for a default branch that the target does not have yet', () => {
    const { skipped, source, ...wanted } = plan({ defaultBranch: 'missing' });
    expect(wanted).toEqual({});
    expect(skipped[0]?.reason).toContain('does not have the branch missing');
    expect(source.defaultBranch).toBe('main');
  });
});
