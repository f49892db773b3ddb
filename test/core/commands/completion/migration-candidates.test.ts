import { describe, expect, it } from 'vitest';
import {
  migrationCandidates,
  repositoryCandidates,
} from '../../../../src/core/commands/completion/migration-candidates.ts';
import type { MigrationOverview } from '../../../../src/core/ports/store.ts';

function migration(id: string, organization: string): MigrationOverview {
  return {
    ...({
      id,
      status: 'completed_with_failures',
      createdAt: Date.UTC(2026, 10, 22, 12),
    } as Partial<MigrationOverview>),
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization },
  } as MigrationOverview;
}

describe('migrationCandidates', () => {
  it('offers nothing before the first migration', () => {
    expect(migrationCandidates([])).toEqual([]);
  });

  it('names the newest first and twice, with what each is', () => {
    const [last, newest, oldest] = migrationCandidates([
      migration('mig_a', 'one'),
      migration('mig_b', 'two'),
    ]);
    expect(last).toBe('last\tthe newest: mig_b');
    expect(newest).toMatch(/^mig_b\tacme to two, completed with failures, 2026-11-22 /);
    expect(oldest).toMatch(/^mig_a\tacme to one, /);
  });

  it('keeps one line a migration, whatever a name holds', () => {
    const lines = migrationCandidates([migration('mig_a', 'a\tb\nc\u001b[31m')]);
    expect(lines).toHaveLength(2);
    expect(lines[1]?.split('\t')).toHaveLength(2);
    expect(lines.join('')).not.toContain('\u001b');
  });
});

describe('repositoryCandidates', () => {
  it('names each repository once, those of the newest migration first', () => {
    const [web, api, docs] = [{ source: 'web' }, { source: 'api' }, { source: 'docs' }];
    expect(
      repositoryCandidates([
        [web, api],
        [docs, api],
      ]),
    ).toEqual(['docs', 'api', 'web']);
  });
});
