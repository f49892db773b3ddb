import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { TargetHost } from '../../src/core/hosts/target-host.ts';
import { jane, octo, repositoryRow, targetAt } from '../core/hosts/github/support.ts';
import { createTestServices } from '../core/network/support/client.ts';
import {
  type ReceivedRequest,
  startScriptedServer,
} from '../core/network/support/scripted-server.ts';

/**
 * Every request that the GitHub adapter sends, held against GitHub's own description: the route is there, the
 * parameters are known to it, and the body fits. A body's unknown keys pass where the description lets them, so
 * each key is looked up as well.
 */

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
  };
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const calls: Readonly<Record<string, (target: TargetHost) => Promise<unknown>>> = {
  verifyCredentials: (target) => target.verifyCredentials(),
  findOwner: (target) => target.findOwner({ name: 'octo-org', account: jane }),
  'findOwner of a person': (target) => target.findOwner({ name: 'jane', account: jane }),
  findRepository: (target) => target.findRepository({ owner: 'octo-org', name: 'app' }),
  createRepository: (target) =>
    target.createRepository({
      owner: octo,
      name: 'app',
      description: 'a\nb',
      homepage: 'https://app.example',
    }),
  'createRepository of a person': (target) =>
    target.createRepository({
      owner: { id: '5', login: 'jane', kind: 'user' },
      name: 'app',
      description: '',
    }),
  setActionsEnabled: (target) =>
    target.setActionsEnabled({ owner: 'octo-org', name: 'app', enabled: false }),
  updateRepository: (target) =>
    target.updateRepository({
      owner: 'octo-org',
      name: 'app',
      defaultBranch: 'trunk',
      visibility: 'public',
      archived: true,
    }),
  setTopics: (target) =>
    target.setTopics({ owner: 'octo-org', name: 'app', topics: ['Web App', 'x'] }),
  gitAccess: async (target) => target.gitAccess({ owner: 'octo-org', name: 'app' }),
};

/** Answers well enough for every call to go to its end. */
function answerFor({ method, url }: ReceivedRequest): { status?: number; body?: unknown } {
  if (url === '/orgs/jane') return { status: 404, body: { message: 'Not Found' } };
  if (url.startsWith('/orgs/') && method === 'GET') return { body: { id: 1, login: 'octo-org' } };
  if (url.startsWith('/user/memberships')) return { body: { state: 'active', role: 'admin' } };
  if (url === '/user/repos') return { status: 201, body: repositoryRow('jane/app') };
  if (url === '/user') return { body: { id: 1, login: 'jane' } };
  if (url.startsWith('/users/')) return { body: { id: 5, login: 'jane', type: 'User' } };
  if (url.endsWith('/actions/permissions')) return { status: 204 };
  return { body: repositoryRow('octo-org/app') };
}

async function requestsOf(
  call: (target: TargetHost) => Promise<unknown>,
): Promise<readonly ReceivedRequest[]> {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  await call(targetAt(server, services));
  return server.requests;
}

const require = createRequire(import.meta.url);

describe.each(['api.github.com', 'ghes-3.19'])('GitHub’s description %s', (name) => {
  const path = require.resolve(`@octokit/openapi/generated/${name}.json`);
  const description = JSON.parse(readFileSync(path, 'utf8')) as Description;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'gh', ...description });
  const seen = new Set<string>();

  it.each(Object.keys(calls))('knows every request of %s', async (call) => {
    const requests = await requestsOf(calls[call] ?? (() => Promise.reject(new Error(call))));
    expect(requests.length > 0).toBe(call !== 'gitAccess');
    for (const request of requests) {
      const { route, method, operation } = operationOf(description, request);
      seen.add(`${method} ${route}`);
      checkQuery(description, operation, request);
      checkBody(ajv, { route, method, operation, request });
    }
  });

  it('has been held against every route that the adapter uses', () => {
    expect([...seen].sort()).toEqual([
      'get /orgs/{org}',
      'get /repos/{owner}/{repo}',
      'get /user',
      'get /user/memberships/orgs/{org}',
      'get /users/{username}',
      'patch /repos/{owner}/{repo}',
      'post /orgs/{org}/repos',
      'post /user/repos',
      'put /repos/{owner}/{repo}/actions/permissions',
      'put /repos/{owner}/{repo}/topics',
    ]);
  });
});

it('tries every method of the port', async () => {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  const methods = Object.entries(targetAt(server, services))
    .filter(([, value]) => typeof value === 'function')
    .map(([method]) => method);
  for (const method of methods) expect(Object.keys(calls)).toContain(method);
});

/** The route with the fewest placeholders that fits, as GitHub itself would choose. */
function operationOf(
  { paths }: Description,
  request: ReceivedRequest,
): { route: string; method: string; operation: Operation } {
  const path = request.url.split('?')[0] ?? '';
  const method = request.method.toLowerCase();
  const fitting = Object.keys(paths)
    .filter((route) => new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  for (const route of fitting) {
    const operation = paths[route]?.[method];
    if (operation !== undefined) return { route, method, operation };
  }
  throw new Error(`${request.method} ${path} is not in the description`);
}

function checkQuery(
  { components }: Description,
  operation: Operation,
  request: ReceivedRequest,
): void {
  const known = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
  );
  const names = known.filter((parameter) => parameter?.in === 'query').map((one) => one?.name);
  const url = new URL(request.url, 'https://api.github.com');
  for (const name of url.searchParams.keys()) expect(names).toContain(name);
}

function checkBody(
  ajv: Ajv,
  {
    route,
    method,
    operation,
    request,
  }: { route: string; method: string; operation: Operation; request: ReceivedRequest },
): void {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    expect(request.body).toBe('');
    return;
  }
  const body: unknown = JSON.parse(request.body);
  const pointer = ['paths', route, method, 'requestBody', 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `gh#/${pointer}` });
  expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
  expect(Object.keys(schema.properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(body as object)),
  );
}
