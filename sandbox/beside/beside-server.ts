import { type Answer, textAnswer } from '../network/answer.ts';
import type { HostServer } from '../network/server.ts';
import type { BothHosts } from './hosts.ts';

/** Pull requests of both hosts beside each other, at the path that the original has on its own host. */
export function createBesideServer(options: BothHosts & { readonly url: string }): HostServer {
  return {
    host: 'pages',
    // Loaded when the first page is asked for: a migration asks for none.
    async handle(exchange): Promise<Answer> {
      const { besidePage } = await import('./serve-beside.ts');
      return (await besidePage(options, exchange)) ?? textAnswer(404, 'Not Found');
    },
  };
}
