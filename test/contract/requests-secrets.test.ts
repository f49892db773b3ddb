import { describe, expect, it } from 'vitest';
import type { SecretTarget } from '../../src/core/ports/secret-target.ts';
import { loadSeal } from '../../src/core/secrets/scaffold/seal.ts';
import { targetAt } from '../core/hosts/github/support.ts';
import { createTestServices } from '../core/network/support/client.ts';
import {
  type ReceivedRequest,
  type Reply,
  startScriptedServer,
} from '../core/network/support/scripted-server.ts';
import { describedHosts } from './descriptions/github-description.ts';
import { readDescription } from './descriptions/requests-description.ts';

/** Every request about secrets that the GitHub adapter sends, held against GitHub's own description. */

const repository = { owner: 'octo-org', name: 'app' } as const;
const places = [
  { kind: 'organization', owner: 'octo-org' },
  { kind: 'repository', ...repository },
  { kind: 'environment', ...repository, environment: 'Live/EU (1)' },
] as const;

const publicKey = Buffer.alloc(32, 7).toString('base64');

async function putAll(target: SecretTarget): Promise<void> {
  const seal = await loadSeal();
  const sealed = seal(Buffer.from('a value'), publicKey);
  const visibilities = [
    { kind: 'all' },
    { kind: 'private' },
    { kind: 'selected', repositoryIds: ['12', '34'] },
  ] as const;
  for (const place of places) {
    const request = { place, name: 'DB_PASSWORD', sealed, keyId: '123' };
    if (place.kind !== 'organization') await target.put(request);
    else for (const visibility of visibilities) await target.put({ ...request, visibility });
  }
}

const calls: Readonly<Record<string, (target: SecretTarget) => Promise<unknown>>> = {
  list: (target) => Promise.all(places.map((place) => target.list(place))),
  publicKey: (target) => Promise.all(places.map((place) => target.publicKey(place))),
  put: putAll,
  visibility: (target) => target.visibility({ owner: 'octo-org', name: 'DB_PASSWORD' }),
  listEnvironments: (target) => target.listEnvironments(repository),
  async createEnvironment(target) {
    const request = { ...repository, environment: 'Live/EU (1)' };
    await target.createEnvironment(request);
    const reviewers = [
      { kind: 'team', id: '12' },
      { kind: 'user', id: '34' },
    ] as const;
    await target.createEnvironment({ ...request, reviewers });
  },
  createVariable: (target) =>
    target.createVariable({ ...repository, variable: 'MANUAL_STEPS', value: 'protected' }),
};

function answerFor({ method, url }: ReceivedRequest): Reply {
  if (method === 'POST') return { status: 409, body: { message: 'Already exists' } };
  if (url.endsWith('/variables/MANUAL_STEPS')) return { body: { value: 'protected' } };
  if (url.endsWith('/public-key')) return { body: { key_id: '123', key: publicKey } };
  if (method === 'PUT' && url.includes('/secrets/')) return { status: 201 };
  if (url.includes('/repositories?')) return { body: { total_count: 0, repositories: [] } };
  if (url.endsWith('/DB_PASSWORD')) return { body: { visibility: 'selected' } };
  if (url.includes('/secrets?')) return { body: { total_count: 0, secrets: [] } };
  if (url.includes('/environments?')) return { body: { total_count: 0, environments: [] } };
  return { body: { id: 1, name: 'Live/EU (1)' } };
}

async function requestsOf(
  call: (target: SecretTarget) => Promise<unknown>,
): Promise<readonly ReceivedRequest[]> {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  await call(targetAt(server, services).secrets);
  return server.requests;
}

describe.each(describedHosts)('GitHub’s description %s', (name) => {
  const description = readDescription(name);
  const seen = new Set<string>();

  it.each(Object.keys(calls))('knows every request of %s', async (call) => {
    const requests = await requestsOf(calls[call] ?? (() => Promise.reject(new Error(call))));
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) seen.add(description.check(request));
  });

  it('has been held against every route of secrets', () => {
    expect([...seen].sort()).toEqual([
      'get /orgs/{org}/actions/secrets',
      'get /orgs/{org}/actions/secrets/public-key',
      'get /orgs/{org}/actions/secrets/{secret_name}',
      'get /orgs/{org}/actions/secrets/{secret_name}/repositories',
      'get /repos/{owner}/{repo}/actions/secrets',
      'get /repos/{owner}/{repo}/actions/secrets/public-key',
      'get /repos/{owner}/{repo}/actions/variables/{name}',
      'get /repos/{owner}/{repo}/environments',
      'get /repos/{owner}/{repo}/environments/{environment_name}/secrets',
      'get /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key',
      'post /repos/{owner}/{repo}/actions/variables',
      'put /orgs/{org}/actions/secrets/{secret_name}',
      'put /repos/{owner}/{repo}/actions/secrets/{secret_name}',
      'put /repos/{owner}/{repo}/environments/{environment_name}',
      'put /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}',
    ]);
  });
});

it('tries every method of the port', async () => {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  const methods = Object.keys(targetAt(server, services).secrets);
  expect(Object.keys(calls).toSorted()).toEqual(
    methods.filter((method) => method !== 'settingsUrl').toSorted(),
  );
});
