import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import {
  addSettings,
  settingsOnTarget,
  writesSince,
} from '../../helpers/settings/settings-place.ts';

const migrate = ['migrate', '--plan', 'plan.json'];

/** Migrates `web` after a change of its plan. */
async function migrated(place: Workplace, change: (plan: Plan) => unknown): Promise<string> {
  await addSettings(place, 'web');
  const plan: Plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
  place.write('plan.json', { ...plan, ...(change(plan) as object) });
  const { code, stderr } = await place.run(migrate);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return newestMigration(place);
}

async function outcomesOf(place: Workplace, id: string) {
  const { stdout } = await place.run(['settings', '--migration', id, '--json']);
  const { teams, repositories } = JSON.parse(stdout);
  return [...teams, ...repositories.flatMap((one: { settings: object[] }) => one.settings)];
}

const team = { groups: [], members: ['jane'], incomplete: false };

describe('teams below others', () => {
  it('are created after those above, whatever their order, and once', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, ({ teams = [] }) => ({
      teams: [
        { ...team, name: 'lowest', parent: 'below' },
        { ...team, name: 'below', parent: 'core' },
        ...teams,
      ],
    }));
    const teams = place.sandbox.github.findAccount('acme')?.teams;
    const parents = ['core', 'below', 'lowest'].map((slug) => teams?.get(slug)?.parent?.slug);
    expect(parents).toEqual([undefined, 'core', 'below']);
    const before = place.sandbox.requests.length;
    await outcomesOf(place, id);
    expect(writesSince(place, before)).toEqual([]);
  });

  it('are not created below one that does not exist, and stay where people have put them', async () => {
    await using place = await openWorkplace();
    const { github } = place.sandbox;
    github.addTeam({ organization: 'acme', slug: 'apart', members: [] });
    const id = await migrated(place, ({ teams = [] }) => ({
      teams: [
        ...teams,
        { ...team, name: 'orphan', parent: 'nowhere' },
        { ...team, name: 'apart', parent: 'core', members: [] },
      ],
    }));
    const outcomes = await outcomesOf(place, id);
    expect(outcomes.find(({ name }) => name === 'orphan')).toMatchObject({
      state: 'refused',
      note: 'Its parent team, nowhere, does not exist',
    });
    expect(outcomes.find(({ name }) => name === 'apart')?.note).toBe('It is not a child of core');
    const teams = github.findAccount('acme')?.teams;
    expect([teams?.has('orphan'), teams?.get('apart')?.parent]).toEqual([false, null]);
  });
});

describe('a team that existed before', () => {
  it('gets no members where it has other repositories, unless the plan accepts that', async () => {
    await using place = await openWorkplace();
    const { github, organization } = place.sandbox;
    const id = await migrated(place, () => {
      const owner = github.findAccount(organization);
      if (owner === null) throw new Error('no organization');
      const core = github.addTeam({ organization, slug: 'core', members: ['jane'] });
      const secret = github.createRepository({ name: 'secret', owner, creator: owner });
      core.repositories.set(secret.id, 'admin');
      return {};
    });
    const [outcome] = await outcomesOf(place, id);
    expect(outcome).toMatchObject({
      state: 'waiting',
      note: expect.stringContaining('Not added: bob, who would also get access to secret'),
    });
    // Who was in it has what the plan says.
    expect(settingsOnTarget(place, 'web').teams).toMatchObject([
      { members: ['jane'], role: 'write' },
    ]);
    const plan: Plan = JSON.parse(readFileSync(join(place.folder, 'plan.json'), 'utf8'));
    const teams = plan.teams?.map((one) => ({ ...one, accept: 'looser' }));
    place.write('plan.json', { ...plan, teams });
    await place.run(['settings', '--migration', id, '--plan', 'plan.json']);
    expect(settingsOnTarget(place, 'web').teams).toMatchObject([{ members: ['bob', 'jane'] }]);
  });
});

describe('approvals of a team', () => {
  const rules = [
    {
      ...{ type: 'pull_request', approvals: 1, dismissStale: false, resolveThreads: false },
      reviewers: [{ team: 'core', minimum: 2 }],
    },
  ];
  const withReviewers = (plan: Plan) => ({
    repositories: JSON.parse(
      JSON.stringify(plan.repositories).replace(
        '[{"type":"deletion"},{"type":"non_fast_forward"}]',
        JSON.stringify(rules),
      ),
    ),
  });

  it('are required of that team', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, withReviewers);
    const [rule] =
      place.sandbox.github.findRepository('acme/web')?.settings.rulesets[0]?.rules ?? [];
    expect(rule).toMatchObject({
      parameters: { required_reviewers: [{ minimum_approvals: 2 }] },
    });
    const verified = await place.run(['verify', '--migration', id]);
    expect(verified.code).toBe(0);
  });

  it('become as many of anybody where a host has no such rule, and then nobody writes', async () => {
    await using place = await openWorkplace();
    const body = JSON.stringify({
      message: 'Validation Failed',
      errors: ['Invalid parameter: required_reviewers'],
    });
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'POST', path: /\/repos\/acme\/web\/rulesets$/ },
      action: { kind: 'status', status: 422, body },
    });
    const id = await migrated(place, withReviewers);
    const [rule] =
      place.sandbox.github.findRepository('acme/web')?.settings.rulesets[0]?.rules ?? [];
    expect(rule).toMatchObject({
      parameters: { required_approving_review_count: 2 },
    });
    expect(settingsOnTarget(place, 'web').teams).toMatchObject([{ role: 'read' }]);
    const before = place.sandbox.requests.length;
    const outcomes = await outcomesOf(place, id);
    expect(outcomes.find(({ kind }) => kind === 'ruleset')).toMatchObject({ differs: 'looser' });
    expect(writesSince(place, before)).toEqual([]);
  });
});

describe('settings that two processes apply', () => {
  it('are applied by the first; the second names it', async () => {
    await using place = await openWorkplace();
    await addSettings(place, 'web');
    expect((await place.run([...migrate, '--settings', 'none'])).code).toBe(0);
    const id = await newestMigration(place);
    const { promise, resolve } = Promise.withResolvers<void>();
    place.sandbox.faults.add({
      ...{ host: 'github', method: 'POST', path: /\/autolinks$/ },
      action: { kind: 'held', until: promise },
    });
    const args = ['settings', '--migration', id, '--settings', 'active'];
    const first = place.start(args);
    await expect
      .poll(() => settingsOnTarget(place, 'web').autolinks.length, { timeout: 60_000 })
      .toBe(1);
    const second = await place.run(args);
    expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('process')]);
    resolve();
    expect((await first.ended).code).toBe(0);
    expect(settingsOnTarget(place, 'web')).toMatchObject({
      autolinks: { length: 1 },
      hooks: { length: 1 },
      rulesets: { length: 2 },
    });
  });
});

describe('the state of an earlier version', () => {
  it('has its settings found, completed and compared', async () => {
    await using place = await openWorkplace();
    const id = await migrated(place, () => ({}));
    const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'));
    // It kept no content of rulesets, named webhooks by their host, and knew fewer choices.
    database.exec(`
      UPDATE object SET data = NULL WHERE kind = 'planned-setting' AND source_id LIKE 'ruleset %';
      UPDATE object SET data = replace(data, 'ci.example/hook', 'ci.example') WHERE kind = 'settings';
    `);
    database.close();
    place.sandbox.github.findRepository('acme/web')?.settings.autolinks.splice(0);
    const outcomes = await outcomesOf(place, id);
    const states = new Set(outcomes.map(({ state }) => state));
    expect([...states].sort()).toEqual(['equal', 'short', 'waiting', 'written']);
    const verified = await place.run(['verify', '--migration', id]);
    expect(verified.code).toBe(0);
    const resumed = await place.run(['migrate', '--resume', id, '--reset-repo', 'web']);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.any(String)]);
    expect(settingsOnTarget(place, 'web').rulesets).toMatchObject([
      { enforcement: 'active' },
      { enforcement: 'disabled' },
    ]);
  });
});
