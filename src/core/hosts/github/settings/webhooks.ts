import * as z from 'zod';
import { maskAddresses, maskedAddress } from '../../../kernel/format/masked-address.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { FoundWebhook } from '../../../ports/records/target-settings.ts';
import { repositoryOf } from '../rest/shared.ts';
import {
  created,
  creatingOnce,
  listOfRepository,
  nameOf,
  type RepositoryMethod,
} from './setting-method.ts';

const hookSchema = z.object({
  id: z.number(),
  active: z.boolean(),
  events: z.array(z.string()),
  config: z.object({ url: z.string().catch('') }),
});

export const listWebhooks: RepositoryMethod<'listWebhooks'> = async (github, request) => {
  const route = 'GET /repos/{owner}/{repo}/hooks';
  const list = { what: 'webhooks', row: hookSchema, route } as const;
  return (await listOfRepository(github, request, list)).map(toWebhook);
};

/** GitHub may quote the address, which can hold a secret: messages have it masked. */
export const createWebhook: RepositoryMethod<'createWebhook'> = async (github, request) => {
  const { url, events } = request.webhook;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/hooks',
    {
      ...repositoryOf(request),
      active: false,
      events: [...events],
      config: { url, content_type: 'json', insecure_ssl: '0' },
    },
    creatingOnce(request.signal),
  );
  const change = `create the webhook to ${maskedAddress(url)} in ${nameOf(request)}`;
  return toWebhook(created(github, masked(answer), { schema: hookSchema, change }));
};

function masked(answer: HttpResponse): HttpResponse {
  if (answer.status < 400) return answer;
  return { ...answer, json: JSON.parse(maskAddresses(JSON.stringify(answer.json ?? null))) };
}

function toWebhook({ id, active, events, config }: z.infer<typeof hookSchema>): FoundWebhook {
  return { id: String(id), active, url: config.url, events: [...events].sort() };
}
