import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/core/kernel/clock.ts';
import { builtInAuthorities } from '../../../src/core/network/tls-proxy/certificates.ts';
import { createNetwork, type Network } from '../../../src/core/network/tls-proxy/network.ts';
import type { Notice } from '../../../src/core/notices/notice.ts';
import { createWebhook } from '../../../src/core/notices/webhook.ts';
import { openReceiver } from '../../helpers/servers/receiver.ts';
import { createHandClock } from '../clocks.ts';

const notice: Notice = {
  event: 'repository-failed',
  text: 'mig_1: web-shop failed. <!channel> & [all](https://evil.example)',
  migration: 'mig_1',
  details: { repository: 'web-shop' },
};

let network: Network;
beforeEach(async () => {
  const seconds = { connectTimeoutSeconds: 5, readTimeoutSeconds: 5 };
  network = await createNetwork({ env: {}, caFiles: [], trusted: builtInAuthorities, ...seconds });
});
afterEach(() => network.close());

function open(url: string, given: Partial<Parameters<typeof createWebhook>[0]> = {}) {
  const warnings: string[] = [];
  const webhook = createWebhook({
    ...{ url: new URL(url), secret: null, network, clock: systemClock, userAgent: 'migrator/1' },
    warn: (message) => warnings.push(message),
    ...given,
  });
  return { webhook, warnings };
}

describe('a notice to a webhook', () => {
  it('is JSON whose text cannot mention people or hide a link', async () => {
    await using receiver = await openReceiver();
    const { webhook, warnings } = open(receiver.url);
    webhook.send(notice);
    await webhook.close();
    expect(receiver.notices()).toEqual([
      {
        text: 'mig_1: web-shop failed. &lt;!channel&gt; &amp; [all] (https://evil.example)',
        version: 1,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: 'repository-failed',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        migration: 'mig_1',
        repository: 'web-shop',
      },
    ]);
    expect(receiver.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(receiver.received[0]?.headers['webhook-signature']).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'],
    ['any words will do', 'raw'],
  ] as const)('is signed so that a library verifies it: %s', async (secret, format) => {
    await using receiver = await openReceiver();
    const { webhook } = open(receiver.url, { secret });
    webhook.send(notice);
    await webhook.close();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const verifier = format === 'raw' ? new Verifier(secret, { format }) : new Verifier(secret);
    const signed = headers as Record<string, string>;
    expect(verifier.verify(body, signed)).toMatchObject({ event: 'repository-failed' });
    expect(() => verifier.verify(body.replace('web-shop', 'other'), signed)).toThrow('signature');
  });

  it('is sent again, with the same id, after a failure that may pass', async () => {
    await using receiver = await openReceiver((nth) => (nth < 3 ? 503 : 200));
    const clock = createHandClock();
    const { webhook, warnings } = open(receiver.url, { clock });
    webhook.send(notice);
    for (const pause of [1000, 5000]) {
      await vi.waitUntil(() => clock.sleeping === 1);
      await clock.pass(pause);
    }
    await vi.waitUntil(() => receiver.received.length === 3);
    await webhook.close();
    expect(new Set(receiver.notices().map(({ id }) => id)).size).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('is not sent again where the receiver refuses it, and one warning says so', async () => {
    await using receiver = await openReceiver(() => 404);
    const { webhook, warnings } = open(receiver.url);
    webhook.send(notice);
    webhook.send(notice);
    await webhook.close();
    expect(receiver.received).toHaveLength(2);
    const { host } = new URL(receiver.url);
    expect(warnings).toEqual([`${host} did not accept a notice (HTTP 404); the run continues`]);
  });

  it('is given up three seconds after the end where nobody answers', async () => {
    await using receiver = await openReceiver(() => null);
    const clock = createHandClock();
    const { webhook, warnings } = open(receiver.url, { clock });
    webhook.send(notice);
    await vi.waitUntil(() => receiver.received.length === 1);
    const closed = webhook.close();
    await vi.waitUntil(() => clock.sleeping === 1);
    await clock.pass(3000);
    await closed;
    expect(warnings[0]).toContain('no answer in time');
  });
});
