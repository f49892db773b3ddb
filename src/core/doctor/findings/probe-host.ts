import type { Clock } from '../../kernel/clock.ts';
import { roundTrip } from '../../network/http/round-trip.ts';
import type { Network } from '../../network/tls-proxy/network.ts';
import { type CheckName, type Finding, failed, pass } from './finding.ts';

export interface Probe {
  readonly finding: Finding;
  /** Milliseconds that the host's clock is ahead of ours, by its Date header. */
  readonly ahead: number | null;
}

/**
 * Tells whether something answers at an address, over which way, and by a certificate that is trusted: one request
 * without credentials, whose status does not matter.
 */
export async function probeHost(options: {
  check: CheckName;
  network: Network;
  url: string;
  clock: Pick<Clock, 'now'>;
  userAgent: string;
  signal: AbortSignal;
}): Promise<Probe> {
  const { check, network, clock, userAgent, signal } = options;
  const url = new URL(options.url);
  const startedAt = clock.now();
  try {
    const result = await roundTrip(network, {
      method: 'GET',
      url,
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      body: null,
      maxBodyBytes: 1_000_000,
      expects: 'json',
      signal,
    });
    if (result.outcome === 'lost') return { finding: failed(check, result.error), ahead: null };
    const endedAt = clock.now();
    const proxy = network.proxyFor(url);
    const way = proxy === null ? '' : ` through ${proxy}`;
    const trust = url.protocol === 'https:' ? ', certificate trusted' : '';
    const message = `${url.host} responds${way} in ${endedAt - startedAt} ms${trust}`;
    const date = Date.parse(result.answer.headers.date ?? '');
    return {
      finding: pass(check, message),
      // A Date header has whole seconds, cut off.
      ahead: Number.isNaN(date) ? null : date + 500 - (startedAt + endedAt) / 2,
    };
  } catch (error) {
    return { finding: failed(check, error), ahead: null };
  }
}
