import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { type Reply, startScriptedServer } from '../../network/support/scripted-server.ts';
import { octo, targetAt } from './support.ts';

const refused: Reply = {
  status: 403,
  body: { message: 'Resource not accessible by personal access token' },
};
const shown: Reply = { body: [] };

async function gapsOf(
  token: string,
  replies: (url: string) => Reply,
  owner: typeof octo | null = octo,
) {
  await using server = await startScriptedServer(({ url }) => replies(url));
  await using services = await createTestServices();
  const gaps = await targetAt(server, services, '', token).findTokenGaps({ owner });
  return { messages: gaps.map(({ message }) => message), gaps, requests: server.requests.length };
}

const unknown = 'DST_TOKEN is fine-grained: GitHub does not report its permissions';

describe('what a token cannot do', () => {
  it('asks nothing about a classic token', async () => {
    expect(await gapsOf('ghp_canary', () => refused)).toMatchObject({ messages: [], requests: 0 });
  });

  it('tries what a fine-grained token may read, and names the permission that it lacks', async () => {
    const { messages, gaps, requests } = await gapsOf('github_pat_canary', (url) =>
      url.includes('/hooks') ? refused : shown,
    );
    expect(messages).toEqual([
      unknown,
      'DST_TOKEN cannot list webhooks, so the dry run cannot list them (octo-org)',
    ]);
    expect(gaps[1]?.remedy).toContain('Webhooks: read');
    expect(requests).toBe(3);
    expect(JSON.stringify(gaps)).not.toContain('canary');
  });

  it('takes a server error for nothing that the token lacks', async () => {
    const error: Reply = { status: 500, body: {} };
    const { messages } = await gapsOf('github_pat_canary', () => error);
    expect(messages).toEqual([unknown]);
  });

  it('names what to give it where the organization is not known yet', async () => {
    const { messages, requests } = await gapsOf('github_pat_canary', () => refused, null);
    expect(messages).toEqual([unknown]);
    expect(requests).toBe(0);
  });
});
