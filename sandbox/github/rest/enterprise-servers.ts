import type { HostServer } from '../../network/server.ts';
import { notFound } from './answers.ts';

/** Where an Enterprise Server has its REST interface, on the same origin as everything else. */
export const enterprisePrefix = '/api/v3';

/** REST below one address and GraphQL beside it, not below: `/api/v3` and `/api/graphql`. */
export function enterpriseServers(hostServer: HostServer): readonly HostServer[] {
  return [
    {
      ...hostServer,
      prefix: enterprisePrefix,
      handle: async (exchange) =>
        exchange.path === '/graphql' ? notFound() : hostServer.handle(exchange),
    },
    {
      ...hostServer,
      prefix: '/api',
      handle: async (exchange) =>
        exchange.path === '/graphql' ? hostServer.handle(exchange) : notFound(),
    },
  ];
}
