import { describe, expect, it } from 'vitest';
import type { Inventory } from '../../../src/core/discovery/inventory-schema.ts';
import { resolveTargetNames } from '../../../src/core/hosts/github/names/repository-name.ts';
import { type BuildPlan, buildPlan, splitPlan } from '../../../src/core/plan/build-plan.ts';
import { group, noSettings } from '../settings/settings-fixture.ts';

const inventory: Inventory = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  repositories: [
    { name: 'Payments Service (new)', slug: 'payments-service-new', visibility: 'private' },
    { name: 'payments_api', slug: 'payments_api', visibility: 'public' },
    { name: 'Payments-API', slug: 'payments-api-2', visibility: 'private' },
    { name: 'payments-api', slug: 'payments-api', visibility: 'private' },
  ],
};

function build(change: Partial<BuildPlan> = {}) {
  return buildPlan({
    inventory,
    organization: 'acme-org',
    include: [],
    exclude: [],
    nameFrom: 'slug',
    visibility: 'source',
    options: {},
    resolveTargetNames,
    ...change,
  });
}

const withSettings: Inventory = {
  ...inventory,
  groups: [{ id: 'devs', name: 'Devs', members: [] }],
  repositories: inventory.repositories.map((one, index) => ({
    ...one,
    ...(index < 2 && {
      settings: {
        ...noSettings,
        access: [{ actor: group(index === 0 ? 'devs' : 'ops'), level: 'read', from: 'project' }],
        unread: index === 0 ? [] : [{ part: 'keys', reason: 'no' }],
      },
    }),
  })),
};

describe('buildPlan', () => {
  it('plans the settings that the inventory has, and says what is missing', () => {
    const { plan, notes } = build({ inventory: withSettings, follow: true });
    expect(plan.follow).toBe(true);
    expect(plan.teams?.map(({ name }) => name)).toEqual(['devs', 'ops']);
    expect(plan.repositories.map(({ settings }) => settings?.length)).toEqual([
      1,
      1,
      undefined,
      undefined,
    ]);
    const said = notes.join('\n');
    expect(said).toContain('2 repositories have no settings in the inventory');
    expect(said).toContain('The settings of 1 repository were not read completely');
    expect(said).toContain('1 group without known members (ops)');
    expect(said).toContain('2 teams will have no members: ');
  });

  it('splits teams with the repositories that name them', () => {
    const { plan } = build({ inventory: withSettings });
    const names = splitPlan(plan, 1).map(({ teams = [] }) => teams.map(({ name }) => name));
    expect(names).toEqual([['devs'], ['ops'], [], []]);
  });

  it('has no settings, teams or follow where nothing asks for them', () => {
    const { plan } = build();
    expect(Object.keys(plan)).toEqual(['version', 'source', 'target', 'options', 'repositories']);
  });

  it('keeps slugs as names and visibility as it is on the source', () => {
    const { plan, notes } = build();
    expect(
      plan.repositories.map(({ source, target, visibility }) => [source, target, visibility]),
    ).toEqual([
      ['payments-service-new', 'payments-service-new', 'private'],
      ['payments_api', 'payments_api', 'public'],
      ['payments-api-2', 'payments-api-2', 'private'],
      ['payments-api', 'payments-api', 'private'],
    ]);
    expect(notes).toEqual([]);
  });

  it('gives a repository the name that was asked for', () => {
    const renames = new Map([['payments-api', 'pay']]);
    const { plan } = build({ include: ['payments-api', 'payments_api'], renames });
    expect(plan.repositories.map(({ source, target }) => [source, target])).toContainEqual([
      'payments-api',
      'pay',
    ]);
  });

  it('refuses new names that collide, and repositories that are not selected', () => {
    const taken = new Map([['payments-api', 'Payments_API']]);
    expect(() => build({ renames: taken })).toThrow(
      'Cannot rename payments-api to "Payments_API": payments_api already has this name',
    );
    expect(() => build({ renames: new Map([['other', 'x']]) })).toThrow(
      '--rename: "other" is not a selected repository',
    );
  });

  it('keeps a name that is not the slug', () => {
    const { plan } = build();
    expect(plan.repositories.map(({ name }) => name)).toEqual([
      'Payments Service (new)',
      undefined,
      'Payments-API',
      undefined,
    ]);
  });

  it('shows nobody outside what is public on a Data Center, unless that is asked for', () => {
    const source = { kind: 'bitbucket-data-center', workspace: 'ACME' } as const;
    const { plan, notes } = build({ inventory: { ...inventory, source } });
    expect(plan.repositories.map(({ visibility }) => visibility)).not.toContain('public');
    expect(notes).toEqual([expect.stringContaining('1 repository is public on Data Center')]);
    const asked = build({ inventory: { ...inventory, source }, visibility: 'public' });
    expect(asked.plan.repositories.every(({ visibility }) => visibility === 'public')).toBe(true);
    expect(asked.notes).toEqual([expect.stringContaining('stay private on GitHub')]);
  });

  it('confirms that private repositories become public where they are named', () => {
    const asked = { visibility: 'public', publishPrivate: ['payments*'] } as const;
    const { plan, notes } = build(asked);
    expect(
      plan.repositories.map(({ source, publish_private }) => [source, publish_private]),
    ).toEqual([
      ['payments-service-new', true],
      // Public now: it needs the confirmation once it is private.
      ['payments_api', undefined],
      ['payments-api-2', true],
      ['payments-api', true],
    ]);
    expect(notes.join()).not.toContain('stay private');
  });

  it('says how many repositories stay private for lack of a confirmation', () => {
    const { notes } = build({ visibility: 'public', publishPrivate: ['payments-service-new'] });
    expect(notes).toContainEqual(
      '2 private repositories stay private on GitHub. --publish-private confirms that a private repository becomes public',
    );
  });

  it('refuses a confirmation of what does not become public', () => {
    expect(() => build({ publishPrivate: ['payments-api'] })).toThrow(
      '--publish-private: "payments-api" does not match any repository that becomes public',
    );
  });

  it('makes names acceptable and unique without regard to case, and says so', () => {
    const { plan, notes } = build({ nameFrom: 'name' });
    const targets = plan.repositories.map(({ target }) => target);
    expect(targets[0]).toBe('Payments-Service-new-');
    expect(new Set(targets.map((name) => name.toLowerCase())).size).toBe(targets.length);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('payments-service-new becomes Payments-Service-new-');
    expect(notes[1]).toContain('another repository already has this name');
  });

  it('chooses by globs over slugs and names', () => {
    const sources = (change: Partial<BuildPlan>) =>
      build(change).plan.repositories.map(({ source }) => source);
    expect(sources({ include: ['payments-api*'] })).toEqual(['payments-api-2', 'payments-api']);
    expect(sources({ include: ['Payments Service*'] })).toEqual(['payments-service-new']);
    expect(sources({ exclude: ['*-2', '*_api'] })).toEqual([
      'payments-service-new',
      'payments-api',
    ]);
  });

  it('refuses a choice that chooses nothing, naming the patterns', () => {
    expect(() => build({ include: ['nothing-*'] })).toThrow(
      /No repository matches nothing-\*: the inventory has 4/,
    );
  });

  it('splits into parts that hold every repository once', () => {
    const { plan } = build();
    const parts = splitPlan(plan, 3);
    expect(parts.map(({ repositories }) => repositories.length)).toEqual([3, 1]);
    expect(parts.flatMap(({ repositories }) => repositories)).toEqual(plan.repositories);
  });

  it('makes slugs of names as Bitbucket does, and refuses two that are the same', () => {
    const byHand = (...names: string[]) => ({
      inventory: { ...inventory, repositories: names.map((name) => ({ name })) },
    });
    expect(build(byHand('My Repo')).plan.repositories[0]?.source).toBe('my-repo');
    expect(() => build(byHand('a', 'b', 'A'))).toThrow('The inventory has a twice');
  });
});
