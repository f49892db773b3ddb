import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { rulesetsFor } from '../../../sandbox/github/rulesets/applicable.ts';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import { fastClock, fastEnvironment, runFast } from '../../faults/sweep/fast-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, writesSince } from '../../helpers/settings/settings-place.ts';
import { share } from '../../helpers/share.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

const planOf = (place: Workplace): Plan =>
  JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));

async function addShared(place: Workplace, ...slugs: readonly string[]): Promise<void> {
  await addSettings(place, ...slugs);
  place.write('plan.json', { ...planOf(place), rulesets: 'organization' });
}

async function migrated(place: Workplace, ...flags: readonly string[]): Promise<string> {
  const { code, stderr } = await place.run([...migrate, ...flags]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return newestMigration(place);
}

/** Rulesets of the organization with the names of their repositories, and those of one repository. */
function rulesetsOn({ sandbox: { github } }: Workplace, slug: string) {
  const repositories = ['web', 'api', 'lib'].map((name) => github.findRepository(`acme/${name}`));
  const shared = (github.findAccount('acme')?.rulesets ?? []).map((one) => ({
    name: one.name.replace(/\[[0-9a-f]{8}\]$/, '[…]'),
    enforcement: one.enforcement,
    types: one.rules.map(({ type }) => type).sort(),
    of: repositories.flatMap((found) =>
      one.repositories?.kind === 'id' && found && one.repositories.ids.includes(found.id)
        ? found.name
        : [],
    ),
  }));
  const own = github.findRepository(`acme/${slug}`)?.settings.rulesets ?? [];
  return { shared, own: own.map(({ name }) => name) };
}

const shared = {
  name: 'bitbucket: ~DEFAULT_BRANCH […]',
  enforcement: 'active',
  types: ['deletion', 'non_fast_forward'],
};

function withoutDeletion(plan: Plan, source: string): Plan {
  const repositories = plan.repositories.map((one) =>
    one.source === source
      ? JSON.parse(JSON.stringify(one).replace('{"type":"deletion"},', ''))
      : one,
  );
  return { ...plan, repositories };
}

describe('rulesets that several migrated repositories have alike', () => {
  const done = share(async () => {
    const opened = await openWorkplace({ limits: { github: { pushesPerMinute: 1000 } } });
    await addShared(opened, 'web', 'api');
    return { ...opened, id: await migrated(opened, '--workers', '2') };
  });
  let place: Workplace;
  let id: string;
  beforeEach(async () => {
    const opened = await done.get();
    opened.forgetRequests();
    place = opened;
    id = opened.id;
  });

  it('stand once in the organization, for these repositories alone, and bind as before', async () => {
    expect(rulesetsOn(place, 'web')).toEqual({
      shared: [{ ...shared, of: ['web', 'api'] }],
      own: ['bitbucket: checks on release/*'],
    });
    const { github } = place.sandbox;
    const binding = ['web', 'api'].map((name) => {
      const found = github.findRepository(`acme/${name}`);
      return found === null ? [] : rulesetsFor(found).map(({ enforcement }) => enforcement);
    });
    expect(binding).toEqual([
      ['disabled', 'active'],
      ['disabled', 'active'],
    ]);
    const before = place.sandbox.requests.length;
    const again = await place.run(['settings', '--migration', id]);
    expect([again.code, writesSince(place, before)]).toEqual([0, []]);
    const verified = await place.run(['verify', '--migration', id]);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('No defects')]);
  });

  it('are missing from a repository that somebody takes out, until a repair', async () => {
    const [ruleset] = place.sandbox.github.findAccount('acme')?.rulesets ?? [];
    const api = place.sandbox.github.findRepository('acme/api');
    Object.assign(ruleset ?? {}, { repositories: { kind: 'id', ids: [api?.id] } });
    const found = await place.run(['verify', '--migration', id]);
    expect([found.code, found.stdout]).toEqual([6, expect.stringContaining('does not apply here')]);
    await place.run(['verify', '--migration', id, '--repair']);
    expect(rulesetsOn(place, 'web').shared).toEqual([{ ...shared, of: ['web', 'api'] }]);
  });

  it('leave one repository while it is written to again, and bind the others', async () => {
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run(['migrate', '--resume', id, '--reset-repo', 'web']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('are off until')]);
    const changes = writesSince(place, before).filter((one) =>
      one.includes('/orgs/acme/rulesets/'),
    );
    expect(changes).toHaveLength(2);
    expect(rulesetsOn(place, 'web').shared).toMatchObject([
      { ...shared, of: expect.arrayContaining(['web', 'api']) },
    ]);
  });
});

describe('rulesets that several repositories have alike', () => {
  it('become those of one repository where an edited plan sets it apart', async () => {
    await using place = await openWorkplace();
    await addShared(place, 'web', 'api', 'lib');
    const id = await migrated(place);
    place.write('edited.json', withoutDeletion(planOf(place), 'web'));
    const edited = await place.run(['settings', '--migration', id, '--plan', 'edited.json']);
    expect([edited.code, edited.stdout]).toEqual([
      0,
      expect.stringContaining('no longer applies to this repository'),
    ]);
    const { shared: left, own } = rulesetsOn(place, 'web');
    expect(left).toEqual([{ ...shared, of: ['api', 'lib'] }]);
    expect(own).toContain('bitbucket: ~DEFAULT_BRANCH');
    const before = place.sandbox.requests.length;
    await place.run(['settings', '--migration', id]);
    expect(writesSince(place, before)).toEqual([]);
  });

  it('are switched off with --settings disabled, and on for all of them', async () => {
    await using place = await openWorkplace();
    await addShared(place, 'web', 'api');
    const id = await migrated(place, '--settings', 'disabled');
    expect(rulesetsOn(place, 'web').shared).toMatchObject([{ enforcement: 'disabled' }]);
    const { code } = await place.run(['settings', '--migration', id, '--settings', 'active']);
    expect(code).toBe(0);
    expect(rulesetsOn(place, 'web').shared).toEqual([{ ...shared, of: ['web', 'api'] }]);
  });

  it('are neither lost nor doubled where answers to POST and PUT are lost', async () => {
    await using place = await openWorkplace();
    await addShared(place, 'web', 'api');
    const action = { kind: 'lost-answer' } as const;
    const routes = [
      ['POST', /^\/orgs\/acme\/rulesets$/],
      ['PUT', /^\/orgs\/acme\/rulesets\/\d+$/],
    ] as const;
    for (const [method, path] of routes)
      place.sandbox.faults.add({ host: 'github', method, path, times: 4, action });
    const fast = { ...place, clock: fastClock(), environment: fastEnvironment(place) };
    const run = () => runFast(fast, ['migrate', '--plan', join(place.folder, 'plan.json')]);
    let ended = await run();
    for (let again = 0; ended.code !== 0 && again < 3; again += 1) ended = await run();
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(rulesetsOn(place, 'web').shared).toMatchObject([
      { ...shared, of: expect.arrayContaining(['web', 'api']) },
    ]);
    const lost = place.sandbox.requests.filter(({ fault }) => fault === 'lost-answer');
    expect(new Set(lost.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT']));
  });

  it('let nobody write where the organization’s plan has none', async () => {
    await using place = await openWorkplace();
    await addShared(place, 'web', 'api');
    const { github } = place.sandbox;
    const acme = github.findAccount('acme');
    if (acme === null) throw new Error('no organization');
    acme.plan = 'free';
    const { stderr } = await place.run(migrate);
    expect(stderr).toContain('need attention');
    const web = github.findRepository('acme/web');
    expect(acme.teams.get('core')?.repositories.get(web?.id ?? 0)).toBe('read');
  });
});
