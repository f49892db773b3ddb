import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { bitbucket, github, organization } = place.sandbox;
  for (const slug of ['web', 'api']) await bitbucket.addRepository({ slug });
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  github.createRepository({ name: 'web', owner, creator: github.user, private: true });
});

afterAll(() => place[Symbol.asyncDispose]());

describe('problems with secrets', () => {
  it('is one warning a level where a scope is missing, and ends with 6', async () => {
    const token = place.sandbox.bitbucket.credentials.addApiToken({
      scopes: ['read:user:bitbucket', 'read:repository:bitbucket'],
    });
    const discover = ['discover', '--workspace', 'acme-workspace', '--include-secrets'];
    const { code, stdout, stderr } = await place.run(discover, { SRC_API_TOKEN: token });
    expect(code).toBe(6);
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning'));
    expect(warnings).toHaveLength(3);
    for (const line of warnings) expect(line).toContain('missing scope: read:pipeline:bitbucket');
    const { repositories } = JSON.parse(stdout) as { repositories: Record<string, unknown>[] };
    expect(repositories[0]?.secrets_unread).toEqual(['repository', 'workspace', 'deployment']);
  });

  it('is one line for each repository that is not there', async () => {
    place.write('gone.yaml', {
      repositories: {
        gone: {
          secrets: [{ name: 'A', source: 'repository' }],
          environments: { live: [{ name: 'B' }] },
        },
        web: { secrets: [{ name: 'A', source: 'repository' }] },
      },
    });
    const args = ['secrets', 'scaffold', '--manifest', 'gone.yaml', '--target-org', 'acme'];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(6);
    expect(stderr.match(/^error .*$/gm)).toEqual([
      'error  acme/gone does not exist, or DST_TOKEN cannot read its secrets',
    ]);
    const { github } = place.sandbox;
    const { id = 0 } = github.findRepository('acme/web') ?? {};
    expect(github.secrets.ofRepository(id).secrets.has('A')).toBe(true);
  });

  it('are reported before anything is written where the token lacks admin:org', async () => {
    const token = place.sandbox.github.tokens.add({ scopes: ['repo'] });
    place.write('organization.yaml', {
      organization_secrets: [{ name: 'NPM_TOKEN', visibility: 'private' }],
      repositories: { web: { secrets: [{ name: 'B', source: 'repository' }] } },
    });
    const args = ['secrets', 'scaffold', '--manifest', 'organization.yaml', '--target-org', 'acme'];
    const { code, stderr } = await place.run(args, { DST_TOKEN: token });
    expect(code).toBe(4);
    expect(stderr).toContain('lacks the admin:org scope');
  });

  it.each([
    [['secrets'], 'needs one of'],
    [['secrets', 'manifets'], 'Did you mean secrets manifest?'],
    [['secrets', 'scaffold'], 'needs --manifest'],
    [['secrets', 'manifest', '--inventory', 'inventory.json', '--merge'], '--merge needs --output'],
  ])('are answered with exit code 2 and the reason: %j', async (args, words) => {
    const { code, stderr } = await place.run([...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
