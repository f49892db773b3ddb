import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSeal } from '../../src/core/secrets/scaffold/seal.ts';
import { askGithub, type RestAnswer } from '../sandbox/helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../sandbox/helpers/sandbox.ts';
import { readDescription } from './descriptions/answers-description.ts';

/** Every answer of the sandbox about secrets, held against GitHub's own description. */

const { expectAsDescribed } = readDescription();

const ofRepository = '/repos/acme/web/actions/secrets';
const ofOrganization = '/orgs/acme/actions/secrets';
const environments = '/repos/acme/web/environments';
const live = `${environments}/Live%20EU`;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ limits: { github: 'none' } });
  await askGithub(sandbox, 'POST', '/orgs/acme/repos', { name: 'web', private: true });
});
afterAll(() => sandbox.close());

const ask = (method: string, path: string, body?: unknown) =>
  askGithub(sandbox, method, path, body);

async function put(
  base: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<RestAnswer> {
  const { body } = await ask('GET', `${base}/public-key`);
  const seal = await loadSeal();
  const sealed = seal(Buffer.from('the value'), String(body.key));
  const path = `${base}/${name}`;
  return ask('PUT', path, { encrypted_value: sealed, key_id: body.key_id, ...more });
}

const bases = {
  '/repos/{owner}/{repo}/actions/secrets': ofRepository,
  '/orgs/{org}/actions/secrets': ofOrganization,
  '/repos/{owner}/{repo}/environments/{environment_name}/secrets': `${live}/secrets`,
} as const;

describe('the sandbox’s answers about secrets', () => {
  it('make an environment, list it and report it as GitHub describes it', async () => {
    const route = '/repos/{owner}/{repo}/environments';
    expectAsDescribed(`PUT ${route}/{environment_name}`, await ask('PUT', live));
    expectAsDescribed(`GET ${route}/{environment_name}`, await ask('GET', live));
    expectAsDescribed(`GET ${route}`, await ask('GET', environments));
  });

  it('make an environment with reviewers, and a variable, as GitHub describes them', async () => {
    const owner = sandbox.github.findAccount('acme');
    if (owner === null) throw new Error('there is no acme');
    const { id } = sandbox.github.user;
    const body = { reviewers: [{ type: 'User', id }] };
    owner.plan = 'team';
    expect((await ask('PUT', `${environments}/guarded`, body)).status).toBe(422);
    owner.plan = 'enterprise';
    const route = '/repos/{owner}/{repo}/environments';
    const made = await ask('PUT', `${environments}/guarded`, body);
    expectAsDescribed(`PUT ${route}/{environment_name}`, made);
    expect(made.body.protection_rules).toMatchObject([{ type: 'required_reviewers' }]);
    expectAsDescribed(`GET ${route}`, await ask('GET', environments));
    const variables = '/repos/acme/web/actions/variables';
    const variable = { name: 'FLAVOR', value: 'sweet' };
    const created = await ask('POST', variables, variable);
    expectAsDescribed('POST /repos/{owner}/{repo}/actions/variables', created);
    expect((await ask('POST', variables, variable)).status).toBe(409);
    const read = await ask('GET', `${variables}/FLAVOR`);
    expectAsDescribed('GET /repos/{owner}/{repo}/actions/variables/{name}', read);
    expect(read.body.value).toBe('sweet');
  });

  it.each(Object.entries(bases))('are as described at %s', async (route, base) => {
    const visibility = base === ofOrganization ? { visibility: 'all' } : {};
    expectAsDescribed(`GET ${route}/public-key`, await ask('GET', `${base}/public-key`));
    const made = await put(base, 'One', visibility);
    // The description wants an object, and GitHub sends nothing.
    expect([made.status, made.text]).toEqual([201, '']);
    const replaced = await put(base, 'ONE', visibility);
    expectAsDescribed(`PUT ${route}/{secret_name}`, replaced);
    expect(replaced.status).toBe(204);
    const listed = await ask('GET', base);
    expectAsDescribed(`GET ${route}`, listed);
    expect(listed.body.total_count).toBe(1);
    expect(listed.text).not.toContain('the value');
  });

  it('report who may use a secret of the organization as GitHub describes it', async () => {
    const { id } = sandbox.github.findRepository('acme/web') ?? {};
    await put(ofOrganization, 'SHARED', { visibility: 'selected', selected_repository_ids: [id] });
    const route = '/orgs/{org}/actions/secrets/{secret_name}';
    const told = await ask('GET', `${ofOrganization}/SHARED`);
    expectAsDescribed(`GET ${route}`, told);
    expect(told.body.visibility).toBe('selected');
    const selected = await ask('GET', `${ofOrganization}/SHARED/repositories`);
    expectAsDescribed(`GET ${route}/repositories`, selected);
    expect(selected.body.total_count).toBe(1);
    expect((await ask('GET', `${ofOrganization}/MISSING`)).status).toBe(404);
  });

  it('open what was sealed for the place, and nothing else', async () => {
    await put(ofRepository, 'OPENED');
    const other = await ask('GET', `${ofOrganization}/public-key`);
    const own = await ask('GET', `${ofRepository}/public-key`);
    const seal = await loadSeal();
    const sealed = seal(Buffer.from('for another'), String(other.body.key));
    await ask('PUT', `${ofRepository}/CLOSED`, {
      encrypted_value: sealed,
      key_id: own.body.key_id,
    });
    const { id = 0 } = sandbox.github.findRepository('acme/web') ?? {};
    const { secrets } = sandbox.github.secrets.ofRepository(id);
    expect(secrets.get('OPENED')?.value).toBe('the value');
    expect(secrets.get('CLOSED')?.value).toBeNull();
  });

  it('refuse an empty value, and repeat it as GitHub does', async () => {
    const { body } = await ask('GET', `${ofRepository}/public-key`);
    const answer = await ask('PUT', `${ofRepository}/EMPTY`, {
      encrypted_value: 'not base64!',
      key_id: body.key_id,
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('not base64! does not match');
  });

  it.each(['1ST', 'A-B', 'GITHUB_X', 'github_x'])('refuse the name %s', async (name) => {
    expect((await put(ofRepository, name)).status).toBe(422);
  });

  it('take away the rules of an environment that is made again without them', async () => {
    await ask('PUT', `${environments}/ruled`, { wait_timer: 30 });
    const rules = async () =>
      (await ask('GET', `${environments}/ruled`)).body.protection_rules as readonly unknown[];
    expect(await rules()).toHaveLength(1);
    await ask('PUT', `${environments}/ruled`);
    expect(await rules()).toEqual([]);
  });

  it('show the organization’s to owners with admin:org alone', async () => {
    const token = sandbox.github.tokens.add({ scopes: ['repo', 'read:org'] });
    const answer = await askGithub(sandbox, 'GET', ofOrganization, undefined, { token });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('x-accepted-oauth-scopes')).toBe('admin:org');
  });

  it('know nothing of a repository or environment that is not there', async () => {
    for (const path of ['/repos/acme/no/actions/secrets', `${environments}/no/secrets`]) {
      expect((await ask('GET', path)).status).toBe(404);
    }
  });
});
