import type { RecordedRequest } from '../../../sandbox/network/request-log.ts';

/** Tells whether a request changes the target. Queries of GraphQL are sent as POST as well, and are only read by. */
export function isWrite({ host, method, path }: RecordedRequest): boolean {
  return host.startsWith('github') && method !== 'GET' && !path.endsWith('/graphql');
}
