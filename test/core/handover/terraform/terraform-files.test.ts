import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providerUrl } from '../../../../src/core/commands/export/handler.ts';
import { resourceName } from '../../../../src/core/handover/terraform/addresses.ts';
import type {
  Exported,
  ExportedRepository,
} from '../../../../src/core/handover/terraform/exported.ts';
import { terraformFiles } from '../../../../src/core/handover/terraform/terraform-files.ts';
import type { Ruleset } from '../../../../src/core/ports/records/target-settings.ts';
import { parseHcl } from '../../../helpers/parse-hcl.ts';

const empty: Exported = {
  ...{ organization: 'acme', baseUrl: null },
  ...{ teams: [], repositories: [], rulesets: [] },
};

function repository(name: string, more: Partial<ExportedRepository> = {}): ExportedRepository {
  return {
    ...{ name, visibility: 'private', merging: null, autoMerge: false },
    ...{ access: [], rulesets: [], autolinks: [], environments: [] },
    ...more,
  };
}

type Attributes = Readonly<Record<string, unknown>>;
type Parsed = Readonly<Record<string, Readonly<Record<string, readonly [Attributes]>>>>;

/** The imports and resources of all files, as a parser of Terraform's language reads them. */
async function resourcesOf(exported: Exported) {
  const files = await Promise.all(
    terraformFiles(exported).map(({ name, text }) => parseHcl(name, text)),
  );
  const imports = files.flatMap(({ import: all = [] }) => all as { to: string; id: string }[]);
  const found = files.flatMap(({ resource = {} }) =>
    Object.entries(resource as Parsed).flatMap(([kind, all]) =>
      Object.entries(all).map(([name, [one]]) => ({ kind, name, one })),
    ),
  );
  return { imports, found };
}

/** Written as the parser returns an expression. */
const reference = (expression: string) => `\${${expression}}`;

describe('terraformFiles', () => {
  it('names every team, member, grant, rule, autolink and environment once, each with its import', async () => {
    const { imports, found } = await resourcesOf({
      ...empty,
      teams: [{ name: 'core', id: '7', parent: null, members: ['jane', 'bob'] }],
      repositories: [
        repository('web', {
          access: [
            { actor: { kind: 'team', name: 'core' }, role: 'push' },
            { actor: { kind: 'user', name: 'jane' }, role: 'maintain' },
          ],
          autolinks: [{ prefix: 'ABC-', url: 'https://jira.example/<num>' }],
          environments: ['eu:live'],
          rulesets: [
            {
              ...{ name: 'bitbucket: main', id: '31', repositories: [] },
              ruleset: {
                ...{ target: 'branch', enforcement: 'active', include: ['~DEFAULT_BRANCH'] },
                bypass: [{ actor: { kind: 'team', name: 'core' }, mode: 'always' }],
                rules: [
                  { type: 'deletion' },
                  {
                    ...{ type: 'pull_request', approvals: 2, dismissStale: true },
                    ...{ resolveThreads: false, reviewers: [] },
                  },
                  { type: 'required_status_checks', contexts: ['build', 'lint'], strict: true },
                ],
              },
            },
          ],
        }),
      ],
    });
    expect(imports.map(({ to, id }) => [to.replace(/^\$\{|\}$/g, '').split('.')[0], id])).toEqual([
      ['github_team', '7'],
      ['github_team_membership', '7:jane'],
      ['github_team_membership', '7:bob'],
      ['github_repository', 'web'],
      ['github_team_repository', '7:web'],
      ['github_repository_collaborator', 'web:jane'],
      ['github_repository_autolink_reference', 'web/ABC-'],
      ['github_repository_environment', 'web:eu??live'],
      ['github_repository_ruleset', 'web:31'],
    ]);
    const ruleset = found.find(({ kind }) => kind === 'github_repository_ruleset')?.one;
    expect(ruleset).toMatchObject({
      name: 'bitbucket: main',
      bypass_actors: [{ actor_id: reference('github_team.core.id'), actor_type: 'Team' }],
      rules: [
        {
          deletion: true,
          pull_request: [{ required_approving_review_count: 2 }],
          required_status_checks: [{ required_check: [{ context: 'build' }, { context: 'lint' }] }],
        },
      ],
    });
  });

  it('never opens a repository, and never deletes one', async () => {
    const { found } = await resourcesOf({
      ...empty,
      repositories: [repository('site', { visibility: 'public' }), repository('api')],
    });
    const keeping = found.map(({ one }) => one.lifecycle as [Attributes]);
    expect(keeping.map(([{ prevent_destroy }]) => prevent_destroy)).toEqual([true, true]);
    const opened = keeping.map(([{ ignore_changes }]) => String(ignore_changes).includes('visib'));
    expect(found.map(({ name }, at) => [name, opened[at]])).toEqual([
      ['api', false],
      ['site', true],
    ]);
  });

  it('keeps exceptions and reviewers that the provider cannot name', async () => {
    const ruleset: Ruleset = {
      ...{ target: 'branch', enforcement: 'active', include: ['~ALL'] },
      bypass: [{ actor: { kind: 'user', name: 'jane' }, mode: 'always' }],
      rules: [
        {
          ...{ type: 'pull_request', approvals: 0, dismissStale: false, resolveThreads: false },
          reviewers: [{ team: 'core', minimum: 1 }],
        },
      ],
    };
    const rulesets = [{ name: 'bitbucket: x', id: '1', ruleset, repositories: ['web'] }];
    const { found } = await resourcesOf({ ...empty, repositories: [repository('web')], rulesets });
    const organization = found.find(({ kind }) => kind === 'github_organization_ruleset')?.one;
    expect(organization).toMatchObject({
      conditions: [{ repository_id: [reference('github_repository.web.repo_id')] }],
      lifecycle: [{ ignore_changes: [reference('bypass_actors'), reference('rules')] }],
    });
    expect(organization).not.toHaveProperty('bypass_actors');
  });

  it('is valid whatever hosts name things, and gives each name back', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^[$%{}"\\~\n]{1,12}$/),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), async (names) => {
        const given = { ...empty, repositories: names.map((name) => repository(name)) };
        const { found } = await resourcesOf(given);
        // The parser sorts resources, normalizes texts, and leaves escaped interpolation as it is written.
        const wanted = names.map((name) => name.normalize().replace(/([$%])\{/g, '$1$1{'));
        expect(found.map(({ one }) => one.name).sort()).toEqual(wanted.sort());
        expect(new Set(found.map(({ name }) => name)).size).toBe(names.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('resourceName', () => {
  it('is the same for the same parts, and another for others', () => {
    const part = fc.string({ minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.array(part), (one, other) => {
        expect(resourceName(...one)).toMatch(/^[A-Za-z_][\w-]*$/);
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(resourceName(...one) === resourceName(...other)).toBe(isSame);
      }),
    );
  });

  it.each([
    [['web'], 'web'],
    [['core', 'web-shop'], 'core__web-shop'],
  ])('of %j is %s', (parts, name) => {
    expect(resourceName(...parts)).toBe(name);
  });
});

describe('providerUrl', () => {
  it.each([
    ['https://api.github.com', null],
    ['https://api.acme.ghe.com', 'https://api.acme.ghe.com/'],
    ['https://git.acme.example/api/v3', 'https://git.acme.example/'],
  ])('of %s is %s', (api, url) => {
    expect(providerUrl(api)).toBe(url);
  });
});
