import { emptyAnswer, textAnswer } from '../network/answer.ts';
import type { HostServer } from '../network/server.ts';

/** Where telemetry may be sent to, to be looked at. */
export interface TelemetrySink {
  readonly hostServer: HostServer;
  /** Payloads, oldest first. */
  readonly received: readonly unknown[];
}

export function createTelemetrySink(): TelemetrySink {
  const received: unknown[] = [];
  return {
    received,
    hostServer: {
      host: 'telemetry',
      async handle(exchange) {
        if (exchange.method !== 'POST') return textAnswer(405, 'Method Not Allowed');
        received.push(JSON.parse((await exchange.readBody()).toString('utf8')));
        return emptyAnswer(204);
      },
    },
  };
}
