import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareOrganization } from '../helpers/organization.ts';
import { pageProblems } from '../helpers/page-problems.ts';
import { askGithub, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
let text: string;

const set = async (method: string, path: string, body: unknown) => {
  const { status } = await askGithub(sandbox, method, `/repos/acme/web${path}`, body);
  expect(status).toBeLessThan(300);
};

beforeAll(async () => {
  sandbox = await openSandbox();
  const owner = await prepareOrganization(sandbox);
  owner.plan = 'team';
  const { github } = sandbox;
  const team = github.addTeam({ organization: 'acme', slug: 'core', members: ['jane'] });
  const repository = github.findRepository('acme/web');
  if (repository === null) throw new Error('there is no repository');
  team.repositories.set(repository.id, 'maintain');
  await set('PUT', '/collaborators/jane', { permission: 'push' });
  github.addRuleset('acme/web', {
    name: 'Protect <main>',
    target: 'branch',
    enforcement: 'active',
    refs: { include: ['refs/heads/main'], exclude: [] },
    bypassActors: [{ id: team.id, type: 'Team', mode: 'always' }],
    rules: [{ type: 'non_fast_forward' }],
  });
  const config = { url: 'https://example.com/hook', content_type: 'json', secret: 'hook-secret' };
  await set('POST', '/hooks', { config, events: ['push'], active: true });
  await set('PUT', '/environments/live', {});
  for (const place of [
    github.secrets.ofRepository(repository.id),
    github.secrets.environmentsOf(repository.id).get('live'),
  ])
    place?.secrets.set('TOKEN', {
      name: 'TOKEN',
      value: 'secret-value',
      createdAt: 0,
      updatedAt: 0,
      visibility: null,
      selectedRepositoryIds: [],
    });
  ({ text } = await request(`${sandbox.environment.DST_GIT_URL}/acme/web/settings`));
});
afterAll(() => sandbox.close());

describe('the settings page', () => {
  it.each([
    ['Actions', 'on'],
    ['Squash merging', 'on'],
    ['core', 'maintain, 1 member'],
    ['Block force pushes', 'on'],
    ['Bypassed by', 'Team core (always)'],
    ['https://example.com/hook', 'active, with a secret: push'],
    ['TOKEN', 'a secret'],
  ])('shows %s as %s', (name, value) => {
    expect(text).toContain(`<th scope="row">${name}</th><td>${value}</td>`);
  });

  it('shows people with what they may do, and rulesets and environments by their names', () => {
    expect(text).toMatch(/<b>jane<\/b><\/span><\/th><td>write<\/td>/);
    expect(text).toContain('Ruleset Protect &#60;main&#62;');
    expect(text).toContain('Environment live');
    expect(pageProblems(text)).toEqual([]);
  });

  it('shows no value of a secret', () => {
    expect(text).not.toContain('secret-value');
    expect(text).not.toContain('hook-secret');
  });
});
