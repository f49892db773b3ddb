import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../../../src/core/hosts/github/importer/documents.ts';
import { askGithub, request } from '../../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../../helpers/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

interface GraphqlError {
  readonly type: string;
  readonly message: string;
  readonly path?: readonly string[];
  readonly extensions?: object;
}

async function ask(document: keyof typeof documents, variables: object, token?: string) {
  const body = { query: documents[document], variables };
  const options = token === undefined ? {} : { token };
  const answer = await askGithub(sandbox, 'POST', '/graphql', body, options);
  const { data, errors = [] } = answer.body as { data: unknown; errors?: readonly GraphqlError[] };
  return { data, errors };
}

async function owner(): Promise<string> {
  const { data } = await ask('findOrganization', { login: 'acme' });
  return (data as { organization: { id: string } }).organization.id;
}

const source = { name: 'Bitbucket', url: 'https://bitbucket.org', type: 'GITHUB_ARCHIVE' };

async function newSource(): Promise<string> {
  const { data } = await ask('createSource', { ...source, ownerId: await owner() });
  type Created = { createMigrationSource: { migrationSource: { id: string } } };
  return (data as Created).createMigrationSource.migrationSource.id;
}

describe('the importer’s refusals, in the host’s words', () => {
  it('name the required scopes and those of the token', async () => {
    const ownerId = await owner();
    const token = sandbox.github.tokens.add({ scopes: ['repo', 'workflow'] });
    const { errors } = await ask('createSource', { ...source, ownerId }, token);
    expect(errors).toMatchObject([
      {
        type: 'FORBIDDEN',
        path: ['createMigrationSource'],
        message:
          "robin-keller does not have the correct permissions to execute `CreateMigrationSource` query. It requires the following scopes: ['repo', 'admin:org', 'workflow'], but the token has only been granted the: ['repo', 'workflow'] scopes.",
      },
    ]);
  });

  it('name the same scopes twice where the role is missing', async () => {
    const ownerId = await owner();
    sandbox.github.addUser({ login: 'jane' });
    sandbox.github.setMembership('acme', 'jane', { role: 'member', state: 'active' });
    const token = sandbox.github.tokens.add({ login: 'jane', scopes: ['repo', 'workflow'] });
    const { errors } = await ask('createSource', { ...source, ownerId }, token);
    expect(errors[0]?.message).toMatch(/scopes: (\[.*\]), but .* granted the: \1 scopes\.$/);
  });

  it('mark single sign-on', async () => {
    const acme = sandbox.github.findAccount('acme');
    if (acme === null) throw new Error('No organization');
    acme.singleSignOn = new Set();
    const { errors } = await ask('findOrganization', { login: 'acme' });
    acme.singleSignOn = null;
    expect(errors).toMatchObject([{ type: 'FORBIDDEN', extensions: { saml_failure: true } }]);
  });

  it.each([
    [
      'another archive for the records',
      { metadataArchiveUrl: 'gei://archive/other' },
      /one archive/,
    ],
    [
      'an archive elsewhere',
      { gitArchiveUrl: 'https://x.example/a', metadataArchiveUrl: 'https://x.example/a' },
      /own host/,
    ],
    ['a token of nobody', { accessToken: 'ghp_none' }, /no token/],
    ['a reserved name', { repositoryName: 'x.git' }, /reserved/],
    ['an unknown visibility', { targetRepoVisibility: 'secret' }, /can't be secret/],
    ['an unknown source', { sourceId: 'MS_none' }, /Could not resolve/],
  ] as const)('meet a start with %s', async (_, change, message) => {
    const { errors } = await ask('startImport', {
      ...{ sourceId: await newSource(), ownerId: await owner(), continueOnError: true },
      ...{ sourceRepositoryUrl: 'https://bitbucket.org/a/b', repositoryName: 'web' },
      ...{ gitArchiveUrl: 'gei://archive/x', metadataArchiveUrl: 'gei://archive/x' },
      ...{ accessToken: sandbox.environment.DST_TOKEN, targetRepoVisibility: 'private' },
      ...change,
    });
    expect(errors.map((error) => error.message).join()).toMatch(message);
  });

  it('come from an Enterprise Server for everything', async () => {
    await using server = await openSandbox({ target: 'enterprise-server' });
    const { DST_GIT_URL, DST_TOKEN } = server.environment;
    const answer = await request(`${DST_GIT_URL}/api/graphql`, {
      method: 'POST',
      headers: { authorization: `bearer ${DST_TOKEN}` },
      body: { query: documents.createSource, variables: { ...source, ownerId: 'O_x' } },
    });
    expect(answer.body.errors).toMatchObject([
      {
        type: 'SERVICE_UNAVAILABLE',
        message: 'GitHub Enterprise Importer is currently unavailable. Please try again later.',
      },
    ]);
  });
});
