import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRepositories, slugOf } from '../../../src/core/plan/choose-repositories.ts';
import { readSlugs, slugsText } from '../../../src/core/plan/read-slugs.ts';
import { describeSelection } from '../../../src/core/wizard/choices.ts';
import { failureOf } from '../network/support/failure.ts';

const repositories = ['api', 'web', 'web-shop', 'Web-Admin', 'old-1', 'old-2', '.github'].map(
  (slug) => ({ slug, name: `The ${slug}` }),
);
const inventory = { repositories };
const all = repositories.map(slugOf);

describe('a choice of repositories', () => {
  it('takes slugs, globs, or both, in the order of the inventory', () => {
    const slugs = new Set(['web-shop', 'api']);
    const chosen = (choice: Partial<Parameters<typeof chooseRepositories>[1]>) =>
      chooseRepositories(inventory, { include: [], exclude: [], ...choice }).map(slugOf);
    expect(chosen({ slugs })).toEqual(['api', 'web-shop']);
    expect(chosen({ slugs, exclude: ['a*'] })).toEqual(['web-shop']);
    expect(chosen({ include: ['WEB*'] })).toEqual(['web', 'web-shop', 'Web-Admin']);
  });

  it('takes names as well, in any case, and refuses one that several have', () => {
    const twins = [...repositories, { slug: 'one', name: 'Twin' }, { slug: 'two', name: 'Twin' }];
    const chosen = (...listed: string[]) =>
      chooseRepositories(
        { repositories: twins },
        { include: [], exclude: [], slugs: new Set(listed) },
      ).map(slugOf);
    expect(chosen('The api', 'the WEB-shop')).toEqual(['api', 'web-shop']);
    expect(() => chosen('Twin')).toThrow('--repositories: 2 repositories are named Twin');
  });

  it('refuses slugs that the inventory does not have', async () => {
    const slugs = new Set(['api', 'nope']);
    const choosing = async () => chooseRepositories(inventory, { include: [], exclude: [], slugs });
    const error = await failureOf(choosing());
    expect(error.code).toBe('input-file');
    expect(error.message).toContain('nope');
  });
});

describe('a list of repositories', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-slugs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read back as it was written, comments and empty lines aside', async () => {
    const path = join(folder, 'list.txt');
    writeFileSync(path, `# ours\r\n${slugsText(['api', 'web'])}\n  web-shop  # the shop\n`);
    expect([...(await readSlugs(path))]).toEqual(['api', 'web', 'web-shop']);
  });

  it('is refused where it names none', async () => {
    const path = join(folder, 'empty.txt');
    writeFileSync(path, '# nothing\n');
    expect((await failureOf(readSlugs(path))).message).toContain('has no repositories');
  });
});

describe('a selection said by flags', () => {
  const say = (chosen: readonly string[], patterns: readonly string[] = []) =>
    describeSelection({ inventory, chosen: new Set(chosen), patterns });

  it('is the shortest that means exactly these', () => {
    expect(say(all)).toEqual({ include: [], exclude: [], isListed: false });
    expect(say(['old-1', 'old-2'], ['old-*'])).toMatchObject({ include: ['old-*'] });
    expect(say(['api'])).toMatchObject({ include: ['api'], isListed: false });
  });

  it('says what is left out where that is shorter', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ slug: `r${at}`, name: `r${at}` }));
    const chosen = new Set(many.slice(1).map(slugOf));
    const said = describeSelection({ inventory: { repositories: many }, chosen, patterns: [] });
    expect(said).toEqual({ include: [], exclude: ['r0'], isListed: false });
  });

  it('never takes a name for a slug: then they are listed', () => {
    const twins = [
      { slug: 'one', name: 'two' },
      { slug: 'two', name: 'one' },
    ];
    const said = describeSelection({
      inventory: { repositories: twins },
      chosen: new Set(['one']),
      patterns: [],
    });
    expect(said.isListed).toBe(true);
  });

  it('chooses exactly these, whatever they are called', () => {
    const slug = fc.string({
      unit: fc.constantFrom(...'ab.-_*!(){}[]+?'),
      minLength: 1,
      maxLength: 6,
    });
    const rows = fc.uniqueArray(fc.record({ slug, name: slug, isChosen: fc.boolean() }), {
      selector: (row) => row.slug,
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(rows, fc.array(slug, { maxLength: 3 }), (given, patterns) => {
        const chosen = new Set(given.filter((row) => row.isChosen).map(slugOf));
        if (chosen.size === 0) return;
        const said = describeSelection({ inventory: { repositories: given }, chosen, patterns });
        const slugs = said.isListed ? chosen : undefined;
        const found = chooseRepositories({ repositories: given }, { ...said, slugs }).map(slugOf);
        expect(new Set(found)).toEqual(chosen);
      }),
    );
  });
});
