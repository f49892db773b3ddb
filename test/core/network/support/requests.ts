import type { HttpRequest } from '../../../../src/core/network/http/http-request.ts';

/** A request that may be sent again. */
export const read: HttpRequest = { method: 'GET', path: '/thing', creates: false };

/** A request that must never be sent twice. */
export const create: HttpRequest = {
  method: 'POST',
  path: '/things',
  body: { a: 1 },
  creates: true,
};
