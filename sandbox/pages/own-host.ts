import type { Exchange } from '../network/exchange.ts';

/**
 * Tells whether a browser asks that was invited, and by the server's own name: a page elsewhere whose name leads to this machine
 * may read nothing.
 */
export function isForHost({ headers, isInvited }: Exchange, url: string): boolean {
  return isInvited && headers.host?.toLowerCase() === new URL(url).host.toLowerCase();
}
