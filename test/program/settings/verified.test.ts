import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, settingsOnTarget } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';

async function openMigrated(): Promise<Workplace> {
  const place = await openWorkplace();
  await addSettings(place, 'web');
  const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return place;
}

interface Difference {
  readonly verdict: string;
  readonly name: string;
  readonly message: string;
  readonly canBeMended: boolean;
  readonly owner: string;
}

async function verify(place: Workplace, ...flags: readonly string[]) {
  const id = await newestMigration(place);
  const ended = await place.run(['verify', '--migration', id, '--json', ...flags]);
  const told = JSON.parse(ended.stdout) as {
    repositories: { differences: Difference[]; settings: { grade: string }[] }[];
  };
  const differences = told.repositories.flatMap((one) => one.differences);
  const of = (verdict: string) =>
    differences
      .filter((one) => one.verdict === verdict)
      .map(({ name, message }) => `${name}: ${message}`);
  return { ...ended, differences, of, settings: told.repositories[0]?.settings ?? [] };
}

const migrated = share(openMigrated);

describe('verify with settings in the plan', () => {
  it('finds all of them equal, and lists what is not carried', async () => {
    const place = await migrated.get();
    const { code, of, settings } = await verify(place);
    expect(of('defect')).toEqual([]);
    expect(of('added-since')).toEqual([]);
    expect(of('not-applied')).toEqual([
      'Team core: Not in the organization: outsider; --invite would take 1 seat',
      'Ruleset bitbucket: checks on release/*: disabled until GitHub has seen ci/build; then run `migrator settings --migration <id>`',
      'Access for user outsider: not in the organization; --invite would take 1 seat',
    ]);
    expect(of('by-hand')).toEqual(['Code-owners: not migrated: Rewrite it']);
    expect(code).toBe(0);
    expect(settings.map(({ grade }) => grade)).toContain('none');
  });

  it('shows each with its grade on the page', async () => {
    const place = await migrated.get();
    const id = await newestMigration(place);
    await place.run(['verify', '--migration', id, '--output', 'page.html']);
    const page = await readFile(`${place.folder}/page.html`, 'utf8');
    expect(page).toContain('<caption>Settings (11)</caption>');
    expect(page).not.toContain('permissions, branch restrictions');
  });

  it('files teams under the organization, on the page and in CSV', async () => {
    const place = await migrated.get();
    const id = await newestMigration(place);
    const flags = ['--output', 'filed.html', '--data'];
    expect((await place.run(['verify', '--migration', id, ...flags])).code).toBe(0);
    const page = await readFile(`${place.folder}/filed.html`, 'utf8');
    expect(page).toMatch(/Organization → <a href="[^"]+\/acme"/);
    const [repositories = ''] = page.split('<section id="repositories">').slice(1);
    expect(repositories).not.toContain('outsider; --invite would take 1 seat');
    const csv = await readFile(`${place.folder}/filed.csv`, 'utf8');
    expect(csv).toMatch(/not-applied,Organization,acme,Setting,Team core,.*\/orgs\/acme\/teams\r/);
    const { differences } = await verify(place);
    const owners = differences.map(({ name, owner }) => [name, owner]);
    expect(owners).toContainEqual(['Team core', 'organization']);
    expect(owners).toContainEqual(['Access for user outsider', 'repository']);
  });

  it('names members without a login, and rulesets that the run left disabled', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    const plan = JSON.parse(await readFile(`${place.folder}/plan.json`, 'utf8'));
    const names = Array.from({ length: 12 }, (_, index) => `Person ${index + 1}`);
    plan.teams = [{ ...plan.teams[0], incomplete: true, members: [], withoutLogin: names }];
    place.write('plan.json', plan);
    const { code } = await place.run(['migrate', '--plan', 'plan.json', '--settings', 'disabled']);
    expect(code).toBe(0);
    const { of } = await verify(place);
    const [first] = of('not-applied');
    expect(first).toContain('Team core: Missing, without a known login: Person 1, Person 2,');
    expect(first).toContain('Person 10 and 2 more');
    expect(of('not-applied')).toContainEqual(
      expect.stringMatching(
        /^Ruleset \S.*: disabled, as requested for the run; to enforce it, run /,
      ),
    );
  });

  it('finds what is missing or looser, and restores only what is ours', async () => {
    const place = await migrated.get();
    const before = settingsOnTarget(place, 'web');
    const { github } = place.sandbox;
    const repository = github.findRepository('acme/web');
    const owner = github.findAccount('acme');
    if (repository === null || owner === null) throw new Error('no repository');
    const { rulesets, autolinks, hooks } = repository.settings;
    const [main, checks] = rulesets;
    if (main === undefined || checks === undefined) throw new Error('no rulesets');
    rulesets[0] = { ...main, rules: [{ type: 'deletion' }] };
    rulesets[1] = { ...checks, enforcement: 'active' };
    autolinks.splice(0);
    hooks[0] = { ...(hooks[0] as (typeof hooks)[number]), active: true };
    repository.allowMergeCommit = true;
    owner.teams.get('core')?.members.delete('bob');
    owner.teams.get('core')?.repositories.set(repository.id, 'read');
    github.addCollaborator('acme/web', 'jane', 'triage');
    const found = await verify(place);
    expect(found.code).toBe(6);
    expect(found.of('defect')).toEqual([
      'Team core: will be added: bob. Not in the organization: outsider; --invite would take 1 seat',
      'Merge methods: merge commits are on',
      'Autolink SHOP-: is missing',
      'Ruleset bitbucket: the default branch: does not block force pushes',
      'Access for team core: can read; the plan says write',
      'Access for user jane: can triage; the plan says maintain',
    ]);
    expect(found.of('added-since')).toEqual(['Ruleset bitbucket: checks on release/*: is active']);
    await verify(place, '--repair');
    const after = settingsOnTarget(place, 'web');
    expect(after).toEqual({
      ...before,
      rulesets: before.rulesets.map((one) => ({ ...one, enforcement: 'active' })),
      hooks: [{ ...before.hooks[0], active: true }],
    });
    const again = await verify(place);
    expect([again.code, again.of('defect')]).toEqual([0, []]);
    await migrated.spoil();
  });
});
