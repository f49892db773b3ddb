import { describe, expect, it } from 'vitest';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import { resolveTargetNames } from '../../../../src/core/hosts/github/names/repository-name.ts';
import { parseManifest } from '../../../../src/core/secrets/manifest/read-manifest.ts';
import { targetScopes } from '../../../../src/core/secrets/manifest/target-scopes.ts';

describe('targetScopes', () => {
  const plan = {
    version: 1 as const,
    source: { kind: 'bitbucket-cloud' as const, workspace: 'acme' },
    target: { organization: 'acme' },
    options: {},
    repositories: [{ source: 'web', target: 'shop', visibility: 'private' as const }],
  };
  const places = (yaml: string, withPlan = true) =>
    targetScopes({
      manifest: parseManifest({ path: 'secrets.yaml', text: yaml, naming: targetNaming }),
      plan: withPlan ? plan : null,
      resolveTargetNames,
    });

  it('takes the names of the plan, and only its repositories', () => {
    const { repositories, unplanned } = places('repositories: { web: {}, api: {} }');
    expect(repositories.map(({ source, target }) => [source, target])).toEqual([['web', 'shop']]);
    expect(unplanned).toEqual(['api']);
  });
  it('distinguishes left-out repositories with secrets from those without', () => {
    const { unplanned, missed } = places(
      'repositories: { api: {}, app: { secrets: [{ name: A }] }, it: { environments: { live: [{ name: A }] } } }',
    );
    expect([unplanned, missed]).toEqual([
      ['api', 'app', 'it'],
      ['app', 'it'],
    ]);
  });
  it('knows a repository by its name where the plan has its slug', () => {
    const { repositories, unplanned, targetOf } = places('repositories: { "WEB": {} }');
    expect(repositories.map(({ target }) => target)).toEqual(['shop']);
    expect(unplanned).toEqual([]);
    expect(targetOf('Web')).toBe('shop');
  });
  it('takes the names of the manifest, and else those that a plan would give', () => {
    const yaml =
      'repositories: { web: { target: x }, "My App": {}, "A b": { target: y }, a-b: {} }';
    const { repositories, targetOf } = places(yaml, false);
    expect(repositories.map(({ target }) => target)).toEqual(['x', 'my-app', 'y', 'a-b']);
    expect([targetOf('my-app'), targetOf('Other One')]).toEqual(['my-app', 'other-one']);
  });
  it.each([
    [
      'repositories: { web: { target: other } }',
      true,
      'becomes shop in the plan but other in the manifest',
    ],
    ['repositories: { a: { target: x }, b: { target: X } }', false, 'would both become X'],
    ['repositories: { "Big Web": {}, big-web: {} }', false, 'would both become big-web'],
  ])('refuses %s', (yaml, withPlan, words) => {
    expect(() => places(yaml, withPlan)).toThrow(words);
  });
});
