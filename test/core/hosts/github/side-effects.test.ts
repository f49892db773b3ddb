import { describe, expect, it } from 'vitest';
import type { TargetSideEffects } from '../../../../src/core/ports/target-host.ts';
import { createTestServices } from '../../network/support/client.ts';
import { type Reply, startScriptedServer } from '../../network/support/scripted-server.ts';
import { jane, octo, targetAt } from './support.ts';

interface Found {
  readonly noise: readonly TargetSideEffects[];
  readonly urls: readonly string[];
}

async function findIn(hooks: Reply, rulesets: Reply, owner = octo): Promise<Found> {
  await using server = await startScriptedServer(({ url }) =>
    url.includes('/hooks') ? hooks : rulesets,
  );
  await using services = await createTestServices();
  const noise = await targetAt(server, services).findSideEffects({ owner });
  return { noise, urls: server.requests.map(({ url }) => url).sort() };
}

const none = { body: [] };

describe('findNoise', () => {
  it('names the hosts that are notified of pull requests, and no more of their addresses', async () => {
    const hook = { id: 1, active: true, events: ['pull_request'] };
    const { noise, urls } = await findIn(
      {
        body: [
          { ...hook, config: { url: 'https://user:canary@ci.example:8443/canary?key=canary' } },
          { ...hook, id: 2, events: ['*'] },
          { ...hook, id: 3, active: false, config: { url: 'https://off.example' } },
          { ...hook, id: 4, events: ['member'], config: { url: 'https://member.example' } },
          { ...hook, id: 5, config: { url: 'no address' } },
        ],
      },
      none,
    );
    expect(noise).toEqual([
      { kind: 'webhook', name: 'ci.example:8443' },
      { kind: 'webhook', name: '' },
      { kind: 'webhook', name: '' },
    ]);
    expect(urls).toEqual([
      '/orgs/octo-org/hooks?per_page=100&page=1',
      '/orgs/octo-org/rulesets?per_page=100&page=1',
    ]);
  });

  it('names the rulesets for branches that are in force', async () => {
    const { noise } = await findIn(none, {
      body: [
        { id: 1, name: 'Reviews', target: 'branch', enforcement: 'active' },
        { id: 2, name: 'Older', enforcement: 'active' },
        { id: 3, name: 'Tags', target: 'tag', enforcement: 'active' },
        { id: 4, name: 'Tried', target: 'branch', enforcement: 'evaluate' },
        { id: 5, name: 'Off', target: 'branch', enforcement: 'disabled' },
      ],
    });
    expect(noise.map(({ name }) => name)).toEqual(['Reviews', 'Older']);
  });

  it.each<Reply>([
    { status: 403, body: { message: 'Resource not accessible by personal access token' } },
    { status: 404, body: { message: 'Not Found' } },
    { status: 500, body: { message: 'Server Error' } },
    { status: 301, headers: { location: '/organizations/1/hooks' }, body: {} },
    { body: { message: 'not a list' } },
    { body: [{ name: 'without an id' }] },
  ])('takes %j for not known, and asks no second time', async (reply) => {
    const { noise, urls } = await findIn(reply, reply);
    expect(noise).toEqual([]);
    expect(urls).toHaveLength(2);
  });

  it('asks nothing about a personal account, which has neither', async () => {
    const person = { id: jane.id, login: 'jane', kind: 'user' } as const;
    expect(await findIn(none, none, person)).toEqual({ noise: [], urls: [] });
  });
});
