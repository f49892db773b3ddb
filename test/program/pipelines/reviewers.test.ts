import { describe, expect, it } from 'vitest';
import { addPipelines } from '../../helpers/pipelines/add-pipelines.ts';
import { withPipelines } from '../../helpers/pipelines/pipelines-plan.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

type Plan = 'team' | 'enterprise';

async function openPlace(plan: Plan, reviewers: readonly string[]) {
  const place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addRepositories(place, 'web');
  addPipelines(place, 'web');
  const { github } = place.sandbox;
  const owner = github.findAccount('acme');
  if (owner === null) throw new Error('there is no acme');
  owner.plan = plan;
  const planned = withPipelines(place.plan('web'));
  const [first] = planned.repositories;
  if (first?.pipelines === undefined) throw new Error('no pipelines are planned');
  const pipelines = { ...first.pipelines, reviewers: [...reviewers] };
  place.write('plan.json', { ...planned, repositories: [{ ...first, pipelines }] });
  return place;
}

function stateOf({ sandbox: { github } }: Workplace) {
  const repository = github.findRepository('acme/web');
  if (repository === null) throw new Error('web has not arrived');
  const pull = repository.pulls.at(-1);
  return {
    body: pull?.body ?? '',
    pulls: repository.pulls.length,
    reviewers: github.secrets
      .environmentsOf(repository.id)
      .get('production')
      ?.reviewers.map(({ type }) => type),
    variables: [...github.secrets.variablesOf(repository.id)],
  };
}

const advice = 'Add required reviewers to it';

describe('planned reviewers of manual steps', () => {
  it('are given to new environments, and switch manual steps on', async () => {
    await using place = await openPlace('enterprise', ['robin-keller']);
    const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    const { body, ...state } = stateOf(place);
    expect(state).toEqual({
      ...{ pulls: 1, reviewers: ['User'] },
      variables: [['MANUAL_STEPS', 'protected']],
    });
    expect(body).toContain('A reviewer of the environment production must approve this step');
    expect(body).not.toContain(advice);
  });

  it.each([
    ['the plan of the organization has no reviewers', 'team', ['robin-keller']],
    ['nobody has that name', 'enterprise', ['acme/nobody']],
  ] as const)('leave manual steps off where %s', async (_, plan, reviewers) => {
    await using place = await openPlace(plan, reviewers);
    const { code } = await place.run(['migrate', '--plan', 'plan.json']);
    expect(code).toBe(0);
    const { body, ...state } = stateOf(place);
    expect(state).toEqual({ pulls: 1, reviewers: undefined, variables: [] });
    expect(body).toContain(advice);
  });

  it('leave manual steps off where somebody has switched them off', async () => {
    await using place = await openPlace('enterprise', ['robin-keller']);
    place.write('without.json', place.plan('web'));
    expect((await place.run(['migrate', '--plan', 'without.json'])).code).toBe(0);
    const off = { name: 'MANUAL_STEPS', value: 'off' };
    await askGithub(place.sandbox, 'POST', '/repos/acme/web/actions/variables', off);
    const settings = ['settings', '--migration', 'last', '--plan', 'plan.json'];
    const { code, stdout } = await place.run(settings);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    const { body, variables } = stateOf(place);
    expect(variables).toEqual([['MANUAL_STEPS', 'off']]);
    expect(body).toContain(advice);
  });

  it('leave an environment as it is if people have given it rules', async () => {
    await using place = await openPlace('enterprise', ['robin-keller']);
    place.write('without.json', place.plan('web'));
    expect((await place.run(['migrate', '--plan', 'without.json'])).code).toBe(0);
    const environment = '/repos/acme/web/environments/Production';
    await askGithub(place.sandbox, 'PUT', environment, { wait_timer: 30 });
    const settings = ['settings', '--migration', 'last', '--plan', 'plan.json'];
    const { code, stdout } = await place.run(settings);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stateOf(place)).toMatchObject({ pulls: 1, reviewers: [], variables: [] });
    const { body } = await askGithub(place.sandbox, 'GET', environment);
    expect(body.protection_rules).toMatchObject([{ type: 'wait_timer', wait_timer: 30 }]);
  });
});
