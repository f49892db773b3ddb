import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normaliseRepositoryName } from '../../../sandbox/github/repositories/repository-name.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';
import { askGithub, request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ limits: { github: { contentPerMinute: 1000 } } });
});

afterAll(() => sandbox.close());

const create = (body: unknown, options?: { token: string }) =>
  askGithub(sandbox, 'POST', '/orgs/acme/repos', body, options);

describe('names', () => {
  it.each([
    ['Payments Service (new)', 'Payments-Service-new-'],
    ['größe 日本語', 'gr-e-'],
    ['a.b_c-d', 'a.b_c-d'],
  ])('%s silently becomes %s', async (wished, name) => {
    const made = await create({ name: wished });
    expect([made.status, made.body.name]).toEqual([201, name]);
  });

  it.each(['..', '.', 'a.git', 'a.wiki', 'x'.repeat(101), ''])('%j is refused', async (name) => {
    const refused = await create({ name });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe('Repository creation failed.');
  });

  it('are unique without regard to letter case, with the exact refusal', async () => {
    await create({ name: 'Unique' });
    const refused = await create({ name: 'uNIQUE' });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      message: 'Repository creation failed.',
      errors: [
        {
          resource: 'Repository',
          code: 'custom',
          field: 'name',
          message: 'name already exists on this account',
        },
      ],
    });
  });

  it('come out allowed and stay as they are the second time, or are refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 130 }), (wished) => {
        const result = normaliseRepositoryName(wished);
        if (!result.ok) return;
        expect(result.name).toMatch(/^[A-Za-z0-9._-]{1,100}$/);
        expect(normaliseRepositoryName(result.name)).toEqual(result);
      }),
    );
  });
});

describe('parameters', () => {
  it.each([
    [{}, 422, 'Invalid request.\n\n"name" wasn\'t supplied.'],
    [{ name: 5 }, 422, "Invalid request.\n\nFor 'properties/name', 5 is not a string."],
    [[], 400, 'Body should be a JSON object'],
  ])('%j are refused', async (body, status, message) => {
    const refused = await create(body);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
  });

  it('that are no JSON are refused', async () => {
    const { DST_API_URL, DST_TOKEN } = sandbox.environment;
    const refused = await fetch(`${DST_API_URL}/orgs/acme/repos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DST_TOKEN}` },
      body: '{',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: 'Problems parsing JSON' });
  });

  it('are refused when a description is too long or has control characters', async () => {
    const errorsOf = async (description: string): Promise<unknown> =>
      ((await create({ name: 'described', description })).body.errors as object[] | undefined)?.[0];
    expect(await errorsOf('x'.repeat(351))).toMatchObject({
      message: 'Description cannot be more than 350 characters',
    });
    expect(await errorsOf('a\nb')).toMatchObject({
      message: 'description control characters are not allowed',
    });
    expect(await errorsOf('ü'.repeat(350))).toBeUndefined();
  });
});

describe('a repository', () => {
  it('is public unless it is asked to be private', async () => {
    expect((await create({ name: 'by-default' })).body.visibility).toBe('public');
    expect((await create({ name: 'hidden', private: true })).body.visibility).toBe('private');
  });

  it('takes only a default branch that was pushed', async () => {
    await create({ name: 'unpushed' });
    const refused = await askGithub(sandbox, 'PATCH', '/repos/acme/unpushed', {
      default_branch: 'main',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('empty repository');
  });

  it('is read-only once it is archived, until it is brought back', async () => {
    await create({ name: 'archive-me' });
    const path = '/repos/acme/archive-me';
    expect((await askGithub(sandbox, 'PATCH', path, { archived: true })).body.archived).toBe(true);
    const refused = await askGithub(sandbox, 'PUT', `${path}/topics`, { names: [] });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Repository was archived so is read-only.',
    ]);
    expect((await askGithub(sandbox, 'PATCH', path, { description: 'x' })).status).toBe(403);
    expect((await askGithub(sandbox, 'PATCH', path, { archived: false })).status).toBe(200);
  });

  it('frees its old name when it is renamed, and the redirect ends when the name is taken', async () => {
    await create({ name: 'moving' });
    await askGithub(sandbox, 'PATCH', '/repos/acme/moving', { name: 'moved' });
    expect((await askGithub(sandbox, 'GET', '/repos/acme/moving')).status).toBe(301);
    expect((await create({ name: 'moving' })).status).toBe(201);
    expect((await askGithub(sandbox, 'GET', '/repos/acme/moving')).body.name).toBe('moving');
  });

  it('keeps its topics in lower case', async () => {
    await create({ name: 'topical' });
    const path = '/repos/acme/topical/topics';
    const answer = await askGithub(sandbox, 'PUT', path, { names: ['Payments', 'eu'] });
    expect(answer.body.names).toEqual(['payments', 'eu']);
  });
});

describe('who may do what', () => {
  it('a token without repo sees nothing private and makes nothing', async () => {
    await create({ name: 'secretive', private: true });
    const token = sandbox.github.tokens.add({ scopes: ['workflow'] });
    const seen = await askGithub(sandbox, 'GET', '/repos/acme/secretive', undefined, { token });
    expect(seen.status).toBe(404);
    expect(seen.headers.get('x-accepted-oauth-scopes')).toBe('repo');
    expect((await create({ name: 'impossible' }, { token })).status).toBe(404);
  });

  it('somebody outside the organisation makes nothing there', async () => {
    sandbox.github.addUser({ login: 'outsider' });
    const token = sandbox.github.tokens.add({ login: 'outsider' });
    expect((await create({ name: 'impossible' }, { token })).status).toBe(403);
  });

  it('a member makes repositories unless the organisation forbids it, and changes only these', async () => {
    sandbox.github.addUser({ login: 'member' });
    sandbox.github.setMembership('acme', 'member', { role: 'member', state: 'active' });
    const token = sandbox.github.tokens.add({ login: 'member' });
    expect((await create({ name: 'of-member' }, { token })).status).toBe(201);
    await create({ name: 'of-admin' });
    const change = (name: string) =>
      askGithub(sandbox, 'PATCH', `/repos/acme/${name}`, { homepage: 'x' }, { token });
    expect((await change('of-member')).status).toBe(200);
    expect((await change('of-admin')).status).toBe(403);
    const organization = sandbox.github.findAccount('acme');
    if (organization !== null) organization.membersMayCreateRepositories = false;
    expect((await create({ name: 'impossible' }, { token })).status).toBe(403);
  });

  it('deleting needs its own scope', async () => {
    await create({ name: 'durable' });
    expect((await askGithub(sandbox, 'DELETE', '/repos/acme/durable')).status).toBe(403);
  });

  it('a request without User-Agent, or for an unknown version, is refused', async () => {
    const version = await askGithub(sandbox, 'GET', '/user', undefined, {
      headers: { 'x-github-api-version': '2011-01-01' },
    });
    expect(version.status).toBe(400);
    const nameless = await askGithub(sandbox, 'GET', '/user', undefined, {
      headers: { 'user-agent': '' },
    });
    expect(nameless.status).toBe(403);
  });

  it('what the sandbox does not offer is refused loudly, what GitHub does not have is not found', async () => {
    await create({ name: 'routes' });
    const answer = await askGithub(sandbox, 'GET', '/repos/acme/routes/milestones');
    expect(answer.status).toBe(501);
    expect((await askGithub(sandbox, 'GET', '/nowhere')).status).toBe(404);
    expect((await askGithub(sandbox, 'GET', '/user/')).status).toBe(404);
  });
});

describe('lists', () => {
  it('come in pages with a Link header that leads through all of them', async () => {
    await using other = await openSandbox();
    for (const name of ['one', 'two', 'three']) {
      await askGithub(other, 'POST', '/orgs/acme/repos', { name });
    }
    const first = await askGithub(other, 'GET', '/orgs/acme/repos?per_page=2');
    expect((first.body as unknown as { name: string }[]).map((one) => one.name)).toEqual([
      'three',
      'two',
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await request(next, {
      headers: { authorization: `token ${other.environment.DST_TOKEN}` },
    });
    expect((second.body as unknown as { name: string }[]).map((one) => one.name)).toEqual(['one']);
    expect(second.headers.get('link')).not.toContain('rel="next"');
  });
});
