import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { type RoundTrip, roundTrip } from '../network/http/round-trip.ts';
import type { Network } from '../network/tls-proxy/network.ts';
import { chatText, type Notice } from './notice.ts';

/** Sends notices in the background. Never throws, and nothing waits for it until it is closed. */
export interface Webhook {
  send(notice: Notice): void;
  /** Waits a little for what is on its way. */
  close(): Promise<void>;
}

/** Milliseconds before each further attempt. */
const pauses = [1000, 5000, 30_000];
/** Milliseconds for one answer. */
const patience = 10_000;
/** Milliseconds that the end of a command waits for notices. */
const lastPatience = 3000;
/** Notices on their way; more are dropped. */
const mostWaiting = 50;

export function createWebhook(options: {
  readonly url: URL;
  /** Signs each notice; `null`: unsigned. */
  readonly secret: string | null;
  readonly network: Network;
  readonly clock: Clock;
  readonly userAgent: string;
  /** Gets the first failure. */
  readonly warn: (message: string) => void;
}): Webhook {
  const { url, clock } = options;
  const over = new AbortController();
  const waiting = new Set<Promise<void>>();
  let hasWarned = false;

  function warn(why: string): void {
    if (hasWarned || over.signal.aborted) return;
    hasWarned = true;
    options.warn(`${url.host} did not accept a notice (${why}); the run continues`);
  }
  async function deliver(id: string, body: string): Promise<void> {
    for (const pause of [...pauses, null]) {
      const sent = await post(options, { id, body, signal: over.signal });
      const why = problemOf(sent);
      if (why === null) return;
      if (pause === null || !mayPass(sent)) {
        warn(why);
        return;
      }
      await clock.sleep(pause, over.signal);
    }
  }
  return {
    send(notice) {
      if (waiting.size >= mostWaiting) return;
      const id = randomUUID();
      const body = bodyOf(notice, id, clock.now());
      const delivery = deliver(id, body)
        .catch(() => {})
        .finally(() => waiting.delete(delivery));
      waiting.add(delivery);
    },
    async close() {
      const timer = new AbortController();
      const late = clock.sleep(lastPatience, timer.signal).catch(() => {});
      const all = Promise.all(waiting);
      await Promise.race([all, late]);
      if (waiting.size > 0) warn('no answer in time');
      timer.abort();
      over.abort();
      await all;
    },
  };
}

function bodyOf({ event, text, migration, details }: Notice, id: string, now: number): string {
  const at = new Date(now).toISOString();
  return JSON.stringify({ text: chatText(text), version: 1, id, event, at, migration, ...details });
}

async function post(
  { url, secret, network, clock, userAgent }: Parameters<typeof createWebhook>[0],
  { id, body, signal }: { id: string; body: string; signal: AbortSignal },
): Promise<RoundTrip> {
  const timestamp = Math.floor(clock.now() / 1000).toString();
  const signed = secret === null ? null : signatureOf(secret, `${id}.${timestamp}.${body}`);
  return roundTrip(network, {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(signed !== null && { 'webhook-signature': signed }),
    },
    body,
    maxBodyBytes: 64 * 1024,
    expects: 'text',
    longestSilence: patience,
    signal,
  });
}

/** HMAC-SHA256 as Standard Webhooks defines it: receivers verify it with the libraries there are. Pure. */
function signatureOf(secret: string, signed: string): string {
  const prefix = 'whsec_';
  const key = secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** `null`: it has arrived. */
function problemOf(sent: RoundTrip): string | null {
  if (sent.outcome === 'lost') return sent.error.message;
  const { status } = sent.answer;
  return status >= 200 && status < 300 ? null : `HTTP ${status}`;
}

/** Tells whether another attempt may help. */
function mayPass(sent: RoundTrip): boolean {
  if (sent.outcome === 'lost') return sent.error.code !== 'tls';
  const { status } = sent.answer;
  return status >= 500 || status === 408 || status === 429;
}
