import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Letter } from '../../license-service/letter.ts';
import { networkOf } from '../../license-service/network-of.ts';
import { createRateLimiter } from '../../license-service/rate-limiter.ts';
import { createRegistration } from '../../license-service/registration.ts';
import { licensing } from '../../src/core/license/issue/issue-license.ts';

const hour = 60 * 60 * 1000;

function service(send?: (letter: Letter) => Promise<void>) {
  const clock = { now: 1_700_000_000_000 };
  const letters: Letter[] = [];
  const logged: string[] = [];
  const register = createRegistration({
    licensing,
    privateKey: generateKeyPairSync('ed25519').privateKey,
    from: 'licenses@example.com',
    now: () => clock.now,
    random: (bytes) => new Uint8Array(bytes),
    send: send ?? (async (letter) => void letters.push(letter)),
    log: (message) => logged.push(message),
  });
  const post = (email: unknown, client = '192.0.2.1') => {
    const body = JSON.stringify({ email });
    return register({ method: 'POST', path: '/registrations', body, client });
  };
  return { clock, letters, logged, register, post };
}

describe('the registration service', () => {
  it('sends a key to the address, and to nobody else', async () => {
    const { post, letters } = service();
    const { status, json } = await post('ada@example.com');
    expect(status).toBe(202);
    expect(JSON.stringify(json)).not.toContain('MIGRATOR-1-');
    expect(letters.map(({ to, from }) => `${from} ${to}`)).toEqual([
      'licenses@example.com ada@example.com',
    ]);
    expect(letters[0]?.text).toMatch(/^MIGRATOR-1-\S+$/m);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['two addresses', 'a@b.example, c@d.example'],
    ['a header', 'a@b.example\r\nBcc: everybody@example.com'],
    ['a name with an address', 'Ada <ada@example.com>'],
    ['an address that turns around what is shown', 'a\u202e@b.example'],
    ['a part of a character', '\ud800@b.example'],
    ['empty parts between points', 'a@b..example'],
    ['an address of no name', 'a@[127.0.0.1]'],
    ['a long part before the sign', `${'a'.repeat(65)}@example.com`],
    ['a very long address', `${'a'.repeat(300)}@example.com`],
  ])('takes %s for no address', async (_what, email) => {
    const { post, letters } = service();
    expect((await post(email)).status).toBe(400);
    expect(letters).toEqual([]);
  });

  it.each(['a+b@c.example', "o'neill@x-y.example", 'ä@exämple.com', 'a.b@1.example'])(
    'takes %s for one',
    async (email) => {
      const { post, letters } = service();
      expect((await post(email)).status).toBe(202);
      expect(letters.map(({ to }) => to)).toEqual([email]);
    },
  );

  it('sends no more than three an hour to one address, from however many places', async () => {
    const { post, letters, clock } = service();
    for (let at = 0; at < 3; at += 1)
      expect((await post('Ada@example.com', `client ${at}`)).status).toBe(202);
    const { status, headers } = await post('ada@EXAMPLE.com', 'another');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('3600');
    expect(letters).toHaveLength(3);
    clock.now += hour;
    expect((await post('ada@example.com')).status).toBe(202);
  });

  it('takes twenty an hour of one client', async () => {
    const { post } = service();
    for (let at = 0; at < 20; at += 1)
      expect((await post(`ada${at}@example.com`)).status).toBe(202);
    expect((await post('eve@example.com')).status).toBe(429);
    expect((await post('eve@example.com', '192.0.2.2')).status).toBe(202);
  });

  it('takes the addresses of one IPv6 network for one client', async () => {
    const { post } = service();
    for (let at = 0; at < 20; at += 1)
      expect((await post(`ada${at}@example.com`, `2001:db8::${at + 1}`)).status).toBe(202);
    expect((await post('eve@example.com', '2001:db8:0:0:ffff::1')).status).toBe(429);
    expect((await post('eve@example.com', '2001:db8:0:1::1')).status).toBe(202);
  });

  it('has enough for others while one client asks without end', async () => {
    const { post } = service();
    const codes = new Set<number>();
    for (let at = 0; at < 1100; at += 1) codes.add((await post(`eve${at}@example.com`)).status);
    expect([...codes]).toEqual([202, 429]);
    expect((await post('ada@example.com', '192.0.2.2')).status).toBe(202);
    // Nor has anybody used up the three of an address by asking for it in vain.
    expect((await post('eve1099@example.com', '192.0.2.2')).status).toBe(202);
  });

  it('asks to be tried again where the mail cannot be sent, and logs no key', async () => {
    const { post, logged } = service(async () => {
      throw new Error('no route to the mail server');
    });
    const { status, headers } = await post('ada@example.com');
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('300');
    expect(logged).toEqual(['A mail could not be sent: no route to the mail server']);
  });
});

describe('createRateLimiter', () => {
  it('lets the next one through when the oldest is out of the window', () => {
    let now = 0;
    const limiter = createRateLimiter({ most: 2, window: 100, now: () => now });
    limiter.count('a');
    now = 40;
    expect(limiter.wait('a')).toBe(0);
    limiter.count('a');
    now = 60;
    expect(limiter.wait('a')).toBe(40);
    expect(limiter.wait('b')).toBe(0);
    now = 100;
    expect(limiter.wait('a')).toBe(0);
    limiter.count('a');
    expect(limiter.wait('a')).toBe(40);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000::8:1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
