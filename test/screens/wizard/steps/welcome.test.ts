import { describe, expect, it } from 'vitest';
import type { KnownMigration } from '../../../../src/core/replica/apply/guard/list-unfinished.ts';
import { actionsOf } from '../../../../src/screens/wizard/steps/welcome/migration-actions.ts';
import { welcomeItems } from '../../../../src/screens/wizard/steps/welcome/step.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';

const glyphs = glyphsOf({});
const one: KnownMigration = {
  id: 'mig_1',
  kind: 'interrupted',
  workspace: 'acme',
  organization: 'acme-gh',
  counts: { pending: 1, running: 0, waiting: 0, succeeded: 0, skipped: 0, failed: 0 },
  updatedAt: 0,
  follows: false,
  hasSettings: false,
};

describe('the welcome', () => {
  it('has an entry for every migration', () => {
    const items = welcomeItems(Array(20).fill(one), { width: 80, glyphs, isDemo: false });
    expect(items.filter(({ label }) => label.includes('mig_1'))).toHaveLength(20);
    expect(items.at(-1)?.label).toBe('Leave');
  });

  it('says of a migration how far it is', () => {
    const following: KnownMigration = { ...one, kind: 'following' };
    const items = welcomeItems([following], { width: 80, glyphs, isDemo: false });
    expect(items.map(({ label }) => label)).toContainEqual(
      expect.stringMatching(/^acme .*: 0 of 1 done, waits for its cut-over \(mig_1\)$/),
    );
  });

  it('names the state last, where the figures have not said it', () => {
    const counts = { ...one.counts, pending: 0, succeeded: 3 };
    const ended = { ...one, counts, kind: 'done' } as const;
    const labelOf = (of: KnownMigration) =>
      welcomeItems([of], { width: 80, glyphs, isDemo: false })[1]?.label.replace(
        /^.*: | \(mig_1\)$/g,
        '',
      );
    expect(labelOf(ended)).toBe('3 of 3 done');
    expect(labelOf({ ...ended, reached: 'cut over' })).toBe('3 of 3 done, cut over');
    const onTarget = '1 of 3 on GitHub, 2 rolled back';
    expect(labelOf({ ...ended, reached: 'partly rolled back', onTarget })).toBe(onTarget);
    const failed = { ...ended, kind: 'failed' } as const;
    expect(labelOf(failed)).toBe('3 of 3 done, failed');
    expect(labelOf({ ...failed, counts: { ...counts, failed: 1 } })).toBe('3 of 4 done, 1 failed');
  });

  it('keeps the state where the line is too narrow for the ID', () => {
    const long = {
      ...one,
      id: 'mig_mx4d64zkynxk',
      workspace: 'acme-workspace',
      kind: 'failed',
    } as const;
    const failed = { ...long, counts: { ...one.counts, succeeded: 14, pending: 0, failed: 1 } };
    const [, item] = welcomeItems([failed], { width: 60, glyphs, isDemo: false });
    expect(item?.label).toContain('14 of 15 done, 1 failed');
  });

  it('offers the license, except in the demo, which has one', () => {
    const labels = (isDemo: boolean) =>
      welcomeItems([], { width: 80, glyphs, isDemo }).map(({ label }) => label);
    expect(labels(false)).toContainEqual(expect.stringMatching(/^License/));
    expect(labels(true)).not.toContainEqual(expect.stringMatching(/^License/));
  });
});

describe('the menu of a migration', () => {
  const reached = {
    repositories: 3,
    created: 3,
    rolledBack: 0,
    unlocking: 0,
    locked: 0,
    opening: 0,
    opened: 0,
  };
  const counts = { ...one.counts, pending: 0, succeeded: 3 };
  const kindsOf = (...of: Parameters<typeof actionsOf>) =>
    actionsOf(...of).flatMap(({ why, command }) => (why === null ? [command.kind] : []));

  it('only watches what another process is at', () => {
    expect(kindsOf({ ...one, kind: 'running' }, reached)).toEqual(['watch']);
  });

  it('resumes what was stopped, and does not cut it over', () => {
    const stopped = { ...one, follows: true, counts };
    expect(kindsOf(stopped, reached)).toEqual(['resume', 'sync', 'verify', 'rollback']);
    const cutover = actionsOf(stopped, reached).find(({ command }) => command.kind === 'cutover');
    expect(cutover?.why).toBe('resume it first');
  });

  it('cuts over what follows, continues and aborts one that has begun, and offers neither after it', () => {
    const following = { ...one, kind: 'following', follows: true, counts } as const;
    expect(kindsOf(following, reached)).toContain('cutover');
    const locked = kindsOf(following, { ...reached, locked: 2 });
    expect(locked).toEqual(['sync', 'verify', 'cutover', 'abort', 'rollback']);
    const opened = { ...reached, locked: 3, opened: 3 };
    expect(kindsOf(following, opened)).toEqual(['verify', 'rollback']);
  });

  it('applies settings where the plan has some, and the cut-over does not do so', () => {
    const done = { ...one, kind: 'done', hasSettings: true, counts } as const;
    const applies = (...of: Parameters<typeof actionsOf>) =>
      actionsOf(...of).flatMap(({ command, why }) =>
        command.kind === 'settings' && why === null ? [command.dryRun] : [],
      );
    expect(applies(done, reached)).toEqual([true, false]);
    expect(applies({ ...done, kind: 'following', follows: true }, reached)).toEqual([true]);
    expect(applies({ ...done, hasSettings: false }, reached)).toEqual([]);
  });

  it('only migrates again what a rollback has taken away, once it is finished', () => {
    const done = { ...one, kind: 'done', counts } as const;
    const away = { ...reached, created: 0, rolledBack: 3 };
    expect(kindsOf(done, away)).toEqual(['again']);
    expect(kindsOf(done, { ...away, unlocking: 1 })).toEqual([]);
  });
});
