import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVaultPlace, type VaultPlace } from '../../helpers/secrets/vault-place.ts';
import { failureOf } from '../network/support/failure.ts';
import { startScriptedServer } from '../network/support/scripted-server.ts';

let place: VaultPlace;
beforeEach(async () => {
  place = await openVaultPlace();
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('entries', () => {
  it('are created empty, once, and preserve what somebody has filled in', async () => {
    const { entries } = place.open();
    expect(await entries.create('acme/workspace/TOKEN')).toBe('created');
    expect(await entries.read('acme/workspace/TOKEN')).toEqual({ state: 'empty', version: 1 });
    place.host.fill('acme/workspace/TOKEN', 'a value');
    expect(await entries.create('acme/workspace/TOKEN')).toBe('exists');
    expect(await entries.read('acme/workspace/TOKEN')).toEqual({
      state: 'filled',
      value: 'a value',
      version: 2,
    });
  });

  it('say what they are for, and how often they were written, without their value', async () => {
    const { entries } = place.open();
    await entries.create('acme/workspace/TOKEN');
    await entries.describe('acme/workspace/TOKEN', { level: 'workspace' });
    expect(await entries.facts('acme/workspace/TOKEN')).toEqual({
      version: 1,
      writtenAt: place.clock.now(),
      isDeleted: false,
      metadata: { level: 'workspace' },
    });
    expect(await entries.facts('acme/workspace/OTHER')).toBeNull();
  });

  it('are listed by folder, names with percent signs as they are', async () => {
    const { entries } = place.open();
    await entries.create('acme/environments/web/EU%2FWest/TOKEN');
    await entries.create('acme/environments/web/test/TOKEN');
    expect(await entries.list('acme/environments/web')).toEqual(['EU%2FWest/', 'test/']);
    expect(await entries.list('acme/environments/web/EU%2FWest')).toEqual(['TOKEN']);
    expect(await entries.list('acme/nothing')).toEqual([]);
    expect(place.host.entry('acme/environments/web/EU%2FWest/TOKEN')).not.toBeNull();
  });

  it('that were deleted count as empty, and ones that hold no text are told apart', async () => {
    const { entries } = place.open();
    place.host.fill('acme/workspace/GONE', 'a value');
    const [version] = place.host.entry('acme/workspace/GONE')?.versions ?? [];
    if (version !== undefined) version.deletedAt = place.clock.now();
    expect(await entries.read('acme/workspace/GONE')).toEqual({ state: 'empty', version: 1 });
    expect(await entries.facts('acme/workspace/GONE')).toMatchObject({ isDeleted: true });
    place.host.fill('acme/workspace/NUMBER', 7);
    expect(await entries.read('acme/workspace/NUMBER')).toEqual({ state: 'no-text', version: 1 });
    expect(await entries.read('acme/workspace/MISSING')).toBeNull();
  });

  it('hold their value until the day on which the vault will delete it', async () => {
    const { entries } = place.open();
    place.host.fill('acme/workspace/LATER', 'a value');
    const [version] = place.host.entry('acme/workspace/LATER')?.versions ?? [];
    if (version !== undefined) version.deletedAt = place.clock.now() + 90 * 86_400_000;
    expect(await entries.facts('acme/workspace/LATER')).toMatchObject({ isDeleted: false });
    expect(await entries.read('acme/workspace/LATER')).toMatchObject({ state: 'filled' });
    await place.clock.sleep(91 * 86_400_000);
    expect(await entries.facts('acme/workspace/LATER')).toMatchObject({ isDeleted: true });
    expect(await entries.read('acme/workspace/LATER')).toMatchObject({ state: 'empty' });
  });

  it('are created in a namespace and under another mount', async () => {
    place.host.addNamespace('team');
    place.host.addMount('kv/apps', 2, 'team');
    const { entries, verify } = place.open({ namespace: 'team', mount: 'kv/apps' });
    await verify();
    expect(await entries.create('acme/workspace/TOKEN')).toBe('created');
    expect(await entries.list('acme/workspace')).toEqual(['TOKEN']);
  });
});

describe('a vault that does not do what is asked', () => {
  it.each([
    ['sealed', 'sealed', 'unavailable'],
    ['uninitialized', 'not initialized', 'unavailable'],
    ['dr-secondary', 'disaster-recovery secondary', 'unavailable'],
  ] as const)('reports at once that it is %s', async (state, words, code) => {
    place.host.state = state;
    const error = await failureOf(place.open().verify());
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(place.requests).toHaveLength(1);
    expect(place.requests[0]?.authorization).toBe('none');
  });

  it.each(['standby', 'performance-standby'] as const)(
    'is used where it is a %s',
    async (state) => {
      place.host.state = state;
      const vault = place.open();
      await vault.verify();
      expect(await vault.entries.create('acme/workspace/TOKEN')).toBe('created');
    },
  );

  it('reports in the middle that it was sealed', async () => {
    const { entries } = place.open();
    await entries.create('acme/workspace/TOKEN');
    place.host.state = 'sealed';
    const error = await failureOf(entries.create('acme/workspace/OTHER'));
    expect(error).toMatchObject({ code: 'unavailable', status: 503 });
    expect(error.message).toContain('is sealed');
    expect(error.hint).toContain('unsealed');
  });

  it('gets the token only on its own origin: a standby elsewhere is named, not followed', async () => {
    await using other = await startScriptedServer(() => ({ body: {} }));
    place.host.state = 'standby';
    place.host.redirectsTo = other.origin;
    const error = await failureOf(place.open().entries.create('acme/workspace/TOKEN'));
    expect(error.code).toBe('bad-answer');
    expect(error.message).toContain(other.origin);
    expect(error.hint).toContain('VAULT_ADDR');
    expect(other.requests).toHaveLength(0);
  });

  it('is followed to another address of the same origin, with the same method and body', async () => {
    const location = `${place.url}/v1/secret/data/acme/workspace/MOVED`;
    const action = { kind: 'status', status: 307, headers: { location } } as const;
    place.faults.add({ host: 'vault', path: /TOKEN/, action });
    expect(await place.open().entries.create('acme/workspace/TOKEN')).toBe('created');
    expect(place.host.entry('acme/workspace/MOVED')).not.toBeNull();
  });

  it('is asked again when its rate limit quota lets it', async () => {
    place.host.requestsPerSecond = 2;
    const { entries } = place.open();
    for (const name of ['A', 'B', 'C', 'D', 'E']) await entries.create(`acme/workspace/${name}`);
    expect(await entries.list('acme/workspace')).toHaveLength(5);
    expect(place.services.waits[0]?.reason).toContain('rate limit quota');
  });

  it('gets an error with the path and the capability that its policies lack', async () => {
    place.host.addPolicy('reader', 'path "secret/metadata/acme/*" { capabilities = ["list"] }');
    const { id: token } = place.host.addToken({ policies: ['default', 'reader'], ttl: 3600 });
    const vault = place.open({ token });
    await vault.verify();
    const error = await failureOf(vault.entries.create('acme/workspace/TOKEN'));
    expect(error).toMatchObject({ code: 'permission', status: 403 });
    expect(error.hint).toContain(
      'path "secret/data/acme/workspace/TOKEN" { capabilities = ["create", "update"] }',
    );
  });

  it('names the mount where nothing is mounted, and one of version 1', async () => {
    const missing = await failureOf(place.open({ mount: 'nowhere' }).entries.create('acme/x/Y'));
    expect(missing.code).toBe('not-found');
    expect(missing.hint).toContain('vault.mount');
    place.host.addMount('old', 1);
    const old = await failureOf(place.open({ mount: 'old' }).verify());
    expect(old.code).toBe('configuration');
    expect(old.message).toContain('version 1');
  });

  it.each([
    // Version 1 takes the path as a name of its own, and overwrites silently.
    ['an engine of version 1', { POST: { status: 204 }, GET: { body: { data: { value: 'x' } } } }],
    ['anything else', { POST: { body: {} }, GET: { body: {} } }],
  ])('does not count as a vault that has made an entry where it is %s', async (_, answers) => {
    await using other = await startScriptedServer(({ method, url }) =>
      url.includes('/sys/') ? { status: 403, body: {} } : answers[method as 'GET' | 'POST'],
    );
    const { entries } = place.open({ address: other.origin });
    const attempts = [
      entries.create('acme/x/Y'),
      entries.facts('acme/x/Y'),
      entries.read('acme/x/Y'),
      entries.list('acme/x'),
    ];
    for (const error of await Promise.all(attempts.map(failureOf))) {
      expect(error.code).toBe('configuration');
      expect(error.hint).toContain('vault.mount');
    }
  });

  it('is not quoted where it fails to give a value: its words could hold that', async () => {
    const body = JSON.stringify({ errors: ['cannot decode "canary-value"'] });
    for (const status of [400, 403, 418, 500]) {
      const action = { kind: 'status', status, body } as const;
      place.faults.add({ host: 'vault', path: /data/, times: 9, action });
      const error = await failureOf(place.open().entries.read('acme/workspace/TOKEN'));
      expect(JSON.stringify([error, place.services.logged])).not.toContain('canary');
      place.faults.clear();
    }
  });

  it('creates an entry once when the answer was lost', async () => {
    place.faults.add({ host: 'vault', method: 'POST', action: { kind: 'lost-answer' } });
    expect(await place.open().entries.create('acme/workspace/TOKEN')).toBe('exists-now');
    expect(place.host.entry('acme/workspace/TOKEN')?.versions).toHaveLength(1);
  });
});

describe('the token', () => {
  it('that the vault does not know is refused in so many words, and shown nowhere', async () => {
    const error = await failureOf(place.open({ token: 'hvs.unknown-token-canary' }).verify());
    expect(error.code).toBe('credentials');
    expect(error.message).toContain('VAULT_TOKEN');
    expect(JSON.stringify([error, place.services.logged])).not.toContain('canary');
  });

  it('is refused likewise by vaults that only say that permission is denied', async () => {
    const body = JSON.stringify({ errors: ['permission denied'] });
    const action = { kind: 'status', status: 403, body } as const;
    place.faults.add({ host: 'vault', path: /lookup-self|mounts|data/, times: 9, action });
    const vault = place.open();
    await vault.verify();
    const error = await failureOf(vault.entries.create('acme/workspace/TOKEN'));
    expect(error.code).toBe('credentials');
  });

  it('is renewed before it ends, once for all who work at the same time', async () => {
    place.host.addPolicy('all', 'path "secret/*" { capabilities = ["create", "update", "list"] }');
    const made = place.host.addToken({ policies: ['default', 'all'], ttl: 600 });
    const vault = place.open({ token: made.id });
    await vault.verify();
    await place.clock.sleep(500_000);
    await Promise.all(
      ['A', 'B', 'C'].map((name) => vault.entries.create(`acme/workspace/${name}`)),
    );
    const renewals = place.requests.filter(({ path }) => path.endsWith('renew-self'));
    expect(renewals).toHaveLength(1);
    await place.clock.sleep(500_000);
    expect(await vault.entries.create('acme/workspace/D')).toBe('created');
  });

  it('that has ended in the middle is reported as such', async () => {
    place.host.addPolicy('all', 'path "secret/*" { capabilities = ["create", "update"] }');
    const ending = { policies: ['default', 'all'], ttl: 600, renewable: false };
    const vault = place.open({ token: place.host.addToken(ending).id });
    await vault.verify();
    await place.clock.sleep(700_000);
    const error = await failureOf(vault.entries.create('acme/workspace/TOKEN'));
    expect(error.code).toBe('credentials');
  });
});
