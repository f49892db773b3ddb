import { readVariable, type Variables } from '../kernel/environment.ts';
import { roundTrip } from '../network/http/round-trip.ts';
import { builtInAuthorities } from '../network/tls-proxy/certificates.ts';
import { createNetwork } from '../network/tls-proxy/network.ts';
import type { TelemetryPayload } from './payload.ts';

/** Sends one payload, once. */
export interface TelemetrySender {
  /** @returns what the person is to know, as one line; `null` for everything else, success or not */
  send(payload: TelemetryPayload, signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

/** Seconds; the sender waits for far less and then calls it off. */
const patience = 10;

/**
 * Makes everything ready, while the command works: then its end takes no longer for it. It trusts Node's own
 * authorities and those in REQUESTS_CA_BUNDLE, which a proxy that intercepts has to be in.
 */
export async function prepareTelemetry(options: {
  endpoint: string;
  variables: Variables;
  userAgent: string;
}): Promise<TelemetrySender> {
  const { endpoint, variables, userAgent } = options;
  const url = new URL(endpoint);
  const bundle = readVariable(variables, 'REQUESTS_CA_BUNDLE');
  const network = await createNetwork({
    env: variables,
    caFiles: bundle === null ? [] : [{ path: bundle, setting: 'REQUESTS_CA_BUNDLE' }],
    trusted: builtInAuthorities,
    connectTimeoutSeconds: patience,
    readTimeoutSeconds: patience,
  });
  // They are kept: reading them takes longer than all the rest.
  if (url.protocol === 'https:') network.authorities();
  return {
    async send(payload, signal) {
      const sent = await roundTrip(network, {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify(payload),
        maxBodyBytes: 4096,
        expects: 'text',
        signal,
      });
      if (sent.outcome !== 'lost' || sent.error.code !== 'tls') return null;
      return `SSLError: telemetry was not sent to ${url.host}; nothing else is affected. Set REQUESTS_CA_BUNDLE to a CA bundle that has the issuer of its certificate. (${sent.error.message})`;
    },
    close: network.close,
  };
}
