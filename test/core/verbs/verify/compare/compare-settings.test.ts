import { describe, expect, it } from 'vitest';
import type { TargetRepository } from '../../../../../src/core/ports/records/repository.ts';
import type { MigratedSettings } from '../../../../../src/core/replica/recorded/migrated-baseline.ts';
import { compareRepository } from '../../../../../src/core/verbs/verify/compare/compare-settings.ts';
import type { Audit } from '../../../../../src/core/verbs/verify/findings/audit.ts';
import { createFindingCollector } from '../../../../../src/core/verbs/verify/findings/finding-collector.ts';

const there: TargetRepository = {
  id: '7',
  owner: 'acme',
  name: 'web',
  description: 'A shop',
  topics: ['shop', 'web'],
  visibility: 'private',
  defaultBranch: 'main',
  archived: false,
  createdAt: '2026-11-20T12:00:00Z',
  webUrl: 'https://github.example/acme/web',
};
const set: MigratedSettings = {
  source: null,
  defaultBranch: 'main',
  visibility: 'private',
  archived: false,
  description: 'A shop',
  topics: ['web', 'shop'],
};

async function defectsOf(settings: MigratedSettings, repository: TargetRepository) {
  const collector = createFindingCollector();
  const audit = {
    target: { findRepository: async () => ({ state: 'present', repository }) },
    name: { owner: 'acme', name: 'web' },
    known: { id: '7', webUrl: null, baseline: { settings } },
    collector,
    signal: new AbortController().signal,
  } as unknown as Audit;
  await compareRepository(audit);
  return collector.result().differences.map(({ name, message, repair }) => [name, message, repair]);
}

describe('the settings of a repository', () => {
  it('have no defect where topics are in another order', async () => {
    expect(await defectsOf(set, there)).toEqual([]);
  });

  it('have a defect for each changed one, which a repair leaves to people', async () => {
    const changed = { ...there, description: '', topics: ['web'], archived: true };
    expect(await defectsOf(set, changed)).toEqual([
      ['description', 'is “”; it was set to “A shop”', null],
      ['topics', 'is web; it was set to shop, web', null],
      ['archived', 'is yes; it was set to no', null],
    ]);
  });

  it('are not compared where the migration did not set them or the target does not report them', async () => {
    const changed = { ...there, description: 'Other', topics: ['other'] };
    expect(await defectsOf({ ...set, description: null, topics: null }, changed)).toEqual([]);
    expect(await defectsOf(set, { ...there, topics: null })).toEqual([]);
  });
});
