import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFollower } from '../../helpers/hints/follow.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings, withSettings } from '../../helpers/settings/settings-place.ts';

let place: Workplace;
let id: string;
const { follow, followText, expectAll } = createFollower(() => place);

beforeAll(async () => {
  place = await openWorkplace({ limits: { github: 'none' } });
  await addSettings(place, 'web');
  await place.run(['migrate', '--plan', 'plan.json', '--settings', 'none']);
  id = await newestMigration(place);
});
beforeEach(() => place.forgetRequests());
afterAll(() => place[Symbol.asyncDispose]());

const apply = () => `settings --migration ${id}`;
const active = () => [...apply().split(' '), '--settings', 'active'];
const values = () => ({ '<id>': id });

/** Refuses a change of a setting as GitHub does, from then on. */
function refuse(path: RegExp, message: string): () => void {
  const { faults } = place.sandbox;
  const action = { kind: 'status', status: 403, body: JSON.stringify({ message }) } as const;
  const times = Number.POSITIVE_INFINITY;
  faults.add({ host: 'github', method: 'POST', path, times, action });
  return () => faults.clear();
}

// Each test builds on the ones before it: a second try would begin elsewhere.
describe('the commands of a hint work as printed', { retry: 0 }, () => {
  it('of a dry run, of checks that GitHub has not seen, and of what its plan does not allow', async () => {
    const dryRun = await place.run([...active(), '--dry-run']);
    const mend = refuse(/rulesets$/, 'Upgrade to GitHub Pro or make this repository public.');
    expect(await follow(active(), { mend, values: values() })).toContain(apply());
    const found = await followText(dryRun.stdout, { values: values() });
    expect(found).toContain(`${apply()} --settings active`);
    expect(await follow(active(), { values: values() })).toContain(`verify --migration ${id}`);
  });

  it('of an organization without a seat', async () => {
    const invite = [...apply().split(' '), '--invite'];
    const { faults } = place.sandbox;
    const body = '{"message":"You must purchase at least one more seat"}';
    const action = { kind: 'status', status: 422, body } as const;
    faults.add({ host: 'github', method: 'PUT', path: /collaborators/, times: 9, action });
    const mend = () => faults.clear();
    expect(await follow(invite, { mend, values: values() })).toContain(apply());
  });

  it('of rulesets that could not be switched on again', async () => {
    const { faults } = place.sandbox;
    const times = Number.POSITIVE_INFINITY;
    faults.add({ host: 'github-git', times, action: { kind: 'status', status: 403 } });
    let puts = 0;
    faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PUT' || !target.includes('/rulesets/')) return null;
      puts += 1;
      return puts === 1 ? null : { kind: 'status', status: 403, body: '{"message":"Forbidden"}' };
    });
    const mend = () => faults.clear();
    const again = ['migrate', '--resume', id, '--reset-repo', 'web'];
    expect(await follow(again, { mend, values: values() })).toContain(apply());
  });

  it('of settings that need a person', async () => {
    await addRepositories(place, 'lib');
    const plan = withSettings(place.plan('lib'));
    place.write('lib.json', plan);
    const { stdout } = await place.run(['migrate', '--plan', 'lib.json']);
    const own = await newestMigration(place);
    const [printed = ''] = /Apply settings again: .*/.exec(stdout) ?? [];
    const mend = () => place.sandbox.github.findRepository('acme/web')?.settings.keys.splice(0);
    expect(await followText(printed, { mend })).toContain(`settings --migration ${own}`);
  });

  it('of a ruleset of the organization that somebody lets name its repositories otherwise', async () => {
    await addRepositories(place, 'api', 'ui');
    const plan = withSettings(place.plan('api', 'ui'));
    // GitHub has the key of the first repository already.
    const repositories = plan.repositories.map(({ settings = [], ...one }) => ({
      ...one,
      settings: settings.filter(({ kind }) => kind !== 'access-key'),
    }));
    place.write('shared.json', { ...plan, repositories, rulesets: 'organization' });
    await place.run(['migrate', '--plan', 'shared.json']);
    place.forgetRequests();
    const own = await newestMigration(place);
    const { github } = place.sandbox;
    const [ruleset] = github.findAccount('acme')?.rulesets ?? [];
    const ids = ['api', 'ui'].map((name) => github.findRepository(`acme/${name}`)?.id);
    Object.assign(ruleset ?? {}, {
      repositories: { kind: 'name', names: { include: ['other'], exclude: [] } },
    });
    const mend = () => {
      place.forgetRequests();
      Object.assign(ruleset ?? {}, { repositories: { kind: 'id', ids } });
    };
    const command = `settings --migration ${own}`;
    const found = await follow(command.split(' '), { mend, values: { '<id>': own } });
    expect(found).toContain(command);
  });

  it('of rulesets that a run left disabled', async () => {
    await addRepositories(place, 'off');
    const [one] = withSettings(place.plan('off')).repositories;
    const settings = (one?.settings ?? []).filter(({ kind }) => kind === 'branch-rule');
    const plan = { ...place.plan('off'), repositories: [{ ...one, settings }] };
    place.write('off.json', plan);
    await place.run(['migrate', '--plan', 'off.json', '--settings', 'disabled']);
    const own = await newestMigration(place);
    const dryRun = `settings --migration ${own} --dry-run --settings disabled`;
    const { stdout } = await place.run(dryRun.split(' '));
    const found = await followText(stdout, { values: { '<id>': own } });
    expect(found).toContain(`settings --migration ${own} --settings active`);
  });

  it('are all that hints of settings name', () => expectAll('settings'));
});
