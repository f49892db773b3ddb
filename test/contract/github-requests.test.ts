import { describe, expect, it } from 'vitest';
import type { TargetHost } from '../../src/core/ports/target-host.ts';
import { jane, octo, repositoryRow, targetAt } from '../core/hosts/github/support.ts';
import { createTestServices } from '../core/network/support/client.ts';
import {
  type ReceivedRequest,
  startScriptedServer,
} from '../core/network/support/scripted-server.ts';
import { describedHosts } from './descriptions/github-description.ts';
import { readDescription } from './descriptions/requests-description.ts';

/** Every request that the GitHub adapter sends, held against GitHub's own description. */

const calls: Readonly<Record<string, (target: TargetHost) => Promise<unknown>>> = {
  verifyCredentials: (target) => target.verifyCredentials(),
  findOwner: (target) => target.findOwner({ name: 'octo-org', account: jane }),
  'findOwner of a person': (target) => target.findOwner({ name: 'jane', account: jane }),
  findSideEffects: (target) => target.findSideEffects({ owner: octo }),
  findTokenGaps: (target) => target.findTokenGaps({ owner: octo }),
  findRepository: (target) => target.findRepository({ owner: 'octo-org', name: 'app' }),
  findRepositoryById: (target) => target.findRepositoryById({ id: '1296269' }),
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
  areActionsEnabled: (target) => target.areActionsEnabled({ owner: 'octo-org', name: 'app' }),
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
  renameRepository: (target) =>
    target.renameRepository({ owner: 'octo-org', name: 'app', newName: 'app-replaced-20261120' }),
  deleteRepository: (target) => target.deleteRepository({ owner: 'octo-org', name: 'app' }),
  setTopics: (target) =>
    target.setTopics({ owner: 'octo-org', name: 'app', topics: ['Web App', 'x'] }),
  listOwners: (target) =>
    target.listOwners({
      account: { id: '1', username: 'jane', displayName: 'Jane', scopes: null },
    }),
  checkUp: (target) => target.checkUp(),
  normalizeDescription: async (target) => target.normalizeDescription('An app'),
  gitAccess: async (target) => target.gitAccess({ owner: 'octo-org', name: 'app' }),
};

/** Answers well enough for every call to go to its end. */
function answerFor({ method, url }: ReceivedRequest): { status?: number; body?: unknown } {
  if (url === '/orgs/jane') return { status: 404, body: { message: 'Not Found' } };
  if (/^\/orgs\/octo-org\/(hooks|rulesets)\?/.test(url)) return { body: [] };
  if (url.startsWith('/orgs/') && method === 'GET') return { body: { id: 1, login: 'octo-org' } };
  // Not open to the token: then the list of organizations is asked for.
  if (url.startsWith('/user/memberships/orgs?'))
    return { status: 403, body: { message: 'Forbidden' } };
  if (url.startsWith('/user/orgs?')) return { body: [{ login: 'octo-org', id: 1 }] };
  if (url.startsWith('/user/memberships')) return { body: { state: 'active', role: 'admin' } };
  if (url === '/user/repos') return { status: 201, body: repositoryRow('jane/app') };
  if (url === '/user') return { body: { id: 1, login: 'jane' } };
  if (url.startsWith('/users/')) return { body: { id: 5, login: 'jane', type: 'User' } };
  if (url.endsWith('/actions/permissions'))
    return method === 'GET' ? { body: { enabled: true } } : { status: 204 };
  return { body: repositoryRow('octo-org/app') };
}

async function requestsOf(
  call: (target: TargetHost) => Promise<unknown>,
): Promise<readonly ReceivedRequest[]> {
  await using server = await startScriptedServer(answerFor);
  await using services = await createTestServices();
  // Only of a fine-grained token is asked what it may do.
  await call(targetAt(server, services, '', 'github_pat_canary'));
  return server.requests;
}

describe.each(describedHosts)('GitHub’s description %s', (name) => {
  const description = readDescription(name);
  const seen = new Set<string>();

  it.each(Object.keys(calls))('knows every request of %s', async (call) => {
    const requests = await requestsOf(calls[call] ?? (() => Promise.reject(new Error(call))));
    expect(requests.length > 0).toBe(!['gitAccess', 'normalizeDescription'].includes(call));
    // GraphQL has a description of its own; where redirects of renamed repositories lead, none says.
    const described = requests.filter(
      ({ url }) => url !== '/graphql' && !/^\/repositories\/\d+$/.test(url),
    );
    for (const request of described) seen.add(description.check(request));
  });

  it('has been held against every route that the adapter uses', () => {
    expect([...seen].sort()).toEqual([
      'delete /repos/{owner}/{repo}',
      'get /orgs/{org}',
      'get /orgs/{org}/actions/secrets/public-key',
      'get /orgs/{org}/hooks',
      'get /orgs/{org}/rulesets',
      'get /rate_limit',
      'get /repos/{owner}/{repo}',
      'get /repos/{owner}/{repo}/actions/permissions',
      'get /user',
      'get /user/memberships/orgs',
      'get /user/memberships/orgs/{org}',
      'get /user/orgs',
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
