import { describe, expect, it } from 'vitest';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import type { InventoryRepository } from '../../../../src/core/discovery/inventory-schema.ts';
import { resolveTargetNames } from '../../../../src/core/hosts/github/names/repository-name.ts';
import { buildManifest } from '../../../../src/core/secrets/manifest/build-manifest.ts';
import { manifestText } from '../../../../src/core/secrets/manifest/manifest-text.ts';
import { parseManifest } from '../../../../src/core/secrets/manifest/read-manifest.ts';

type Options = Partial<Parameters<typeof buildManifest>[0]>;

function wanted(repositories: readonly InventoryRepository[], options: Options = {}) {
  return buildManifest({
    inventory: {
      version: 1,
      source: { kind: 'bitbucket-cloud', workspace: 'acme' },
      repositories: [...repositories],
    },
    plan: null,
    workspaceVariables: 'organization',
    visibility: undefined,
    resolveTargetNames,
    ...options,
  });
}

const text = (repositories: readonly InventoryRepository[], before: string | null = null) =>
  manifestText(wanted(repositories), before, targetNaming);

const parsed = (yaml: string) =>
  parseManifest({ path: 'secrets.yaml', text: yaml, naming: targetNaming });

const web: InventoryRepository = {
  name: 'Web Shop',
  slug: 'web',
  secrets: {
    repository: ['B', 'A'],
    workspace: ['NPM'],
    deployments: { live: ['KEY'], empty: [] },
  },
};

describe('manifestText', () => {
  it('gives the same text for any order of the inventory', () => {
    const other: InventoryRepository = { name: 'api', secrets: { repository: ['X'] } };
    const turned: InventoryRepository = {
      ...web,
      secrets: { ...web.secrets, repository: ['A', 'B'] },
    };
    expect(text([web, other]).text).toBe(text([other, turned]).text);
  });

  it('writes names that would act on a terminal as escapes, which mean the same', () => {
    const name = 'api\u202e\u009b31m\u007f\u200b\u{e0041}';
    const first = text([{ name, secrets: { repository: ['X'] } }]);
    expect(first.text).not.toMatch(/[\u007f-\u009f\u202e\u200b\u{e0041}]/u);
    expect(first.text).toContain('\\u200b\\U000e0041');
    expect(parsed(first.text).repositories.map(({ source }) => source)).toEqual([name]);
    expect(text([{ name, secrets: { repository: ['X'] } }], first.text).added).toBe(0);
  });

  it('adds nothing to its own text', () => {
    const first = text([web]);
    expect(text([web], first.text)).toMatchObject({ text: first.text, added: 0, kept: [] });
  });

  it('adds new entries in their place and preserves comments, names, order and all else', () => {
    const before = `# ours
organization_secrets:
  - name: NPM # Kim has it
    visibility: selected
    repositories: [web]
repositories:
  web:
    target: shop
    secrets:
      # the old one
      - { name: A_OLD, source_name: A, source: repository }
      - { name: BY_HAND, source: repository }
      - { name: C, source: repository, skip: true }
`;
    const found = { ...web, secrets: { ...web.secrets, repository: ['A', 'B', 'C'] } };
    const { text: after, added, kept } = text([found], before);
    expect(after).toContain('# ours');
    expect(after).toContain('- name: NPM # Kim has it');
    expect(after).toContain('# the old one');
    expect(after).toContain('target: shop');
    expect(added).toBe(2);
    expect(kept).toEqual(['web: BY_HAND']);
    const [repository] = parsed(after).repositories;
    expect(repository?.secrets.map(({ name }) => name)).toEqual(['A_OLD', 'B', 'BY_HAND']);
    expect(repository?.environments.map(({ name }) => name)).toEqual(['live']);
    expect(text([found], after).text).toBe(after);
  });

  it('preserves comments beside an empty value', () => {
    const before = `organization_secrets: # ours
repositories:
  web: # of Kim
  api:
    secrets: # none
    environments:
      live: # later

# the end
`;
    const api = { name: 'api', secrets: { repository: ['A'], deployments: { live: ['B'] } } };
    const { text: after } = text([web, api], before);
    for (const comment of ['# ours', '# of Kim', '# none', '# later', '# the end']) {
      expect(after).toContain(comment);
    }
    expect(text([web, api], after).text).toBe(after);
  });

  it('adds to a repository whose letters somebody has written in another case', () => {
    const before = 'repositories:\n  Web:\n    secrets:\n      - name: BY_HAND\n';
    const { text: after } = text([web], before);
    expect(parsed(after).repositories.map(({ source }) => source)).toEqual(['Web']);
    expect(after).toContain('BY_HAND');
  });

  it('shows each changed name, old -> new', () => {
    const odd = { name: 'odd', secrets: { repository: ['my-key', '2ND', 'GITHUB_X', 'k', 'K'] } };
    const { text: yaml, renamed } = text([odd]);
    expect(renamed).toHaveLength(4);
    expect(renamed.join('\n')).toContain('odd: my-key -> my_key: GitHub allows only letters');
    expect(yaml).toContain('# GITHUB_X -> _GITHUB_X');
    const [repository] = parsed(yaml).repositories;
    const names = repository?.secrets.map(({ name, sourceName }) => `${sourceName} ${name}`);
    expect(names?.toSorted()).toEqual([
      '2ND _2ND',
      'GITHUB_X _GITHUB_X',
      'K K',
      'k k_2',
      'my-key my_key',
    ]);
  });

  it('reads back any names', () => {
    const hostile = [
      'no',
      'null',
      '#x',
      ': y',
      '- z',
      'a\nb',
      '"q"',
      '{f}',
      '&a',
      '*b',
      '1.5',
      '~',
    ];
    const repositories = hostile.map((name) => ({
      name,
      secrets: { repository: [name], deployments: { [name]: [name] } },
    }));
    const { text: yaml } = text(repositories);
    const read = parsed(yaml).repositories;
    expect(read.map(({ source }) => source).toSorted()).toEqual(hostile.toSorted());
    for (const { source, secrets, environments } of read) {
      expect(secrets[0]?.sourceName).toBe(source);
      expect(environments[0]?.name).toBe(source);
    }
  });

  it('refuses to add to what stands in several places at once', () => {
    const before = 'repositories: { a: &x { secrets: [] }, web: *x }\n';
    expect(() => text([web], before)).toThrow('The manifest uses the alias *x');
  });

  it('renames environments that differ only by letter case', () => {
    const twins = { name: 'x', secrets: { deployments: { Live: ['A'], live: ['A'] } } };
    const { text: yaml, renamed } = text([twins]);
    expect(parsed(yaml).repositories[0]?.environments.map(({ name }) => name)).toEqual([
      'Live',
      'live-2',
    ]);
    expect(renamed.join()).toContain('live -> live-2');
    expect(text([twins], yaml)).toMatchObject({ text: yaml, added: 0 });
  });
});

describe('variables of the workspace', () => {
  const of = (options: Options, ...repositories: InventoryRepository[]) =>
    wanted(repositories, options).organization.map(({ visibility, repositories: which }) => ({
      visibility,
      which,
    }));
  const having = (name: string, more: Partial<InventoryRepository> = {}): InventoryRepository => ({
    name,
    secrets: { workspace: ['NPM'] },
    ...more,
  });

  it('are for private repositories where none that has them is public', () => {
    expect(of({}, having('a'), having('b'))).toEqual([{ visibility: 'private', which: [] }]);
  });
  it('are for all where a public one has them', () => {
    const open = having('b', { visibility: 'public' });
    expect(of({}, having('a'), open)).toEqual([{ visibility: 'all', which: [] }]);
  });
  it('are for those that have them, where others do not', () => {
    const without = { name: 'c', secrets: { workspace: [] } };
    expect(of({}, having('b'), having('a'), without)).toEqual([
      { visibility: 'selected', which: ['a', 'b'] },
    ]);
  });
  it('are as somebody says', () => {
    expect(of({ visibility: 'selected' }, having('a'))).toEqual([
      { visibility: 'selected', which: ['a'] },
    ]);
  });
  it('become copies in every repository where that is wanted', () => {
    const { organization, repositories } = wanted([having('a')], {
      workspaceVariables: 'repositories',
    });
    expect(organization).toEqual([]);
    expect(repositories[0]?.secrets).toMatchObject([{ sourceName: 'NPM', source: 'workspace' }]);
  });
});

describe('buildManifest', () => {
  it('refuses an inventory without names, and says how to get them', () => {
    expect(() => wanted([{ name: 'a' }])).toThrow('has no secret names');
  });
  it('notes names that were not looked for or could not be read', () => {
    const { notes } = wanted([
      { name: 'a', secrets: {}, secrets_unread: ['deployment'] },
      { name: 'b' },
    ]);
    expect(notes.join('\n')).toMatch(/for b: discovery did not look for them/);
    expect(notes.join('\n')).toMatch(/a \(deployment\)/);
  });
  it("takes a plan's repositories, by their names there", () => {
    const plan = {
      version: 1 as const,
      source: { kind: 'bitbucket-cloud' as const, workspace: 'acme' },
      target: { organization: 'acme' },
      options: {},
      repositories: [{ source: 'web', target: 'shop', visibility: 'private' as const }],
    };
    const { repositories } = wanted([web, { name: 'api', secrets: {} }], { plan });
    expect(repositories.map(({ key, target }) => [key, target])).toEqual([['web', 'shop']]);
  });
});
