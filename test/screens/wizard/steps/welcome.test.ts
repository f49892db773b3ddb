import { describe, expect, it } from 'vitest';
import type { UnfinishedMigration } from '../../../../src/core/replica/apply/guard/list-unfinished.ts';
import { welcomeItems } from '../../../../src/screens/wizard/steps/welcome/step.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';

const glyphs = glyphsOf({});
const one: UnfinishedMigration = {
  id: 'mig_1',
  kind: 'interrupted',
  workspace: 'acme',
  organization: 'acme-gh',
  counts: { pending: 1, running: 0, waiting: 0, succeeded: 0, skipped: 0, failed: 0 },
  updatedAt: 0,
  hasSettings: false,
};

describe('the welcome', () => {
  it('has an entry for every unfinished migration', () => {
    const items = welcomeItems(Array(20).fill(one), { width: 80, glyphs, isDemo: false });
    expect(items.filter(({ label }) => label.includes('mig_1'))).toHaveLength(20);
    expect(items.at(-1)?.label).toBe('Leave');
  });

  it('offers a sync of a migration whose targets follow their sources', () => {
    const following: UnfinishedMigration = { ...one, kind: 'following' };
    const items = welcomeItems([following], { width: 80, glyphs, isDemo: false });
    expect(items.map(({ label }) => label)).toContainEqual(
      expect.stringMatching(/^Sync acme .*mig_1/),
    );
  });

  it('offers the license, except in the demo, which has one', () => {
    const labels = (isDemo: boolean) =>
      welcomeItems([], { width: 80, glyphs, isDemo }).map(({ label }) => label);
    expect(labels(false)).toContainEqual(expect.stringMatching(/^License/));
    expect(labels(true)).not.toContainEqual(expect.stringMatching(/^License/));
  });
});
