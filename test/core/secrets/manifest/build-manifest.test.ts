import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../../src/core/plan/plan-schema.ts';
import { buildManifest } from '../../../../src/core/secrets/manifest/build-manifest.ts';

function manifestOf(slugs: readonly string[], targetOf: (slug: string) => string) {
  const repositories = slugs.map((slug) => ({
    name: slug,
    slug,
    visibility: 'private' as const,
    secrets: { workspace: [], repository: ['TOKEN'], deployments: {} },
  }));
  const plan: Plan = {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme' },
    options: {},
    repositories: slugs.map((slug) => ({
      source: slug,
      target: targetOf(slug),
      visibility: 'private',
    })),
  };
  return buildManifest({
    inventory: { version: 1, repositories },
    plan,
    workspaceVariables: 'organization',
    visibility: undefined,
    resolveTargetNames: (names) => names.map((source) => ({ source, target: source, changes: [] })),
  });
}

describe('a manifest of a plan', () => {
  it('has the names of the plan where these are not the usual ones', () => {
    const { repositories } = manifestOf(['api', 'web'], (slug) => (slug === 'web' ? 'site' : slug));
    expect(repositories.map(({ key, target }) => [key, target])).toEqual([
      ['api', null],
      ['web', 'site'],
    ]);
  });

  it('is there in a moment for tens of thousands of repositories', { timeout: 5000 }, () => {
    const slugs = Array.from({ length: 30_000 }, (_, index) => `repository-${index}`);
    expect(manifestOf(slugs, (slug) => slug).repositories).toHaveLength(30_000);
  });
});
