import type { SourceConversation } from '../../../../../src/core/ports/records/pull-request.ts';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { type Reply, startScriptedServer } from '../../../network/support/scripted-server.ts';
import { repository, user } from '../pull-request-rows.ts';
import { sourceAt } from '../source.ts';

export const at = '2024-03-01T10:00:00.000000+00:00';

/** As Bitbucket gives it. */
export function comment(id: unknown, more: object = {}): object {
  return {
    id,
    created_on: at,
    updated_on: at,
    content: { type: 'rendered', raw: 'a remark', markup: 'markdown', html: '<p>a remark</p>' },
    user: user('jane'),
    deleted: false,
    pending: false,
    type: 'pullrequest_comment',
    ...more,
  };
}

interface Lists {
  readonly comments?: readonly unknown[] | Reply;
  readonly tasks?: readonly unknown[] | Reply;
  readonly activity?: readonly unknown[] | Reply;
}

/** Reads what the adapter makes of the three lists, and what it asked for. */
export async function read(lists: Lists, commentCount = 1) {
  await using server = await startScriptedServer(({ url }) => {
    const part = /\/7\/(comments|tasks|activity)\?/.exec(url)?.[1] as keyof Lists | undefined;
    const given = part === undefined ? undefined : lists[part];
    if (given !== undefined && !Array.isArray(given)) return given as Reply;
    return { body: { values: given ?? [] } };
  });
  await using services = await createTestServices();
  const source = sourceAt(server, services);
  const asked = { ...repository, number: 7, commentCount };
  const result = await source.pullRequests
    .conversation(asked)
    .then((conversation) => ({ conversation, error: null }))
    .catch(async (thrown) => ({
      conversation: null,
      error: await failureOf(Promise.reject(thrown)),
    }));
  const urls = server.requests.map(({ url }) => url);
  return {
    ...result,
    urls,
    logged: [...services.logged],
    origin: server.origin,
    host: server.host,
  };
}

export async function understood(lists: Lists): Promise<SourceConversation> {
  const { conversation, error } = await read(lists);
  if (conversation === null) throw error;
  return conversation;
}
