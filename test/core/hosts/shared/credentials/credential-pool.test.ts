import { describe, expect, it } from 'vitest';
import { CredentialPool } from '../../../../../src/core/hosts/shared/credentials/credential-pool.ts';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import type { CredentialClient } from '../../../../../src/core/network/http/http-client.ts';
import type { HttpRequest } from '../../../../../src/core/network/http/http-request.ts';
import { LimitedElsewhere } from '../../../../../src/core/network/rate-limit/rate-limiter.ts';
import type { Room } from '../../../../../src/core/network/rate-limit/room.ts';
import type { HttpResponse } from '../../../../../src/core/network/response/response.ts';
import { failureOf } from '../../../network/support/failure.ts';

const now = 1_000_000;

type Answers = (path: string) => number;

interface Fake {
  readonly variable: string;
  readonly client: CredentialClient;
  readonly asked: string[];
  answers: Answers;
  room: Room;
}

/** A credential of a host that answers by path. */
function fake(variable: string, answers: Answers = () => 200, left = 100): Fake {
  const one: Fake = {
    ...{ variable, answers, asked: [], room: { left, freeAt: now } },
    client: {
      host: 'host',
      room: async () => one.room,
      shareBudget: async () => {},
      spaceContent() {},
      async request({ path, leaves, expectedStatuses = [] }: HttpRequest) {
        const { freeAt } = one.room;
        if (freeAt > now && leaves?.(freeAt) === true) throw new LimitedElsewhere(freeAt);
        one.asked.push(path);
        const status = one.answers(path);
        if (status > 299 && !expectedStatuses.includes(status)) throw new TypeError('unexpected');
        return { status, headers: {}, json: null, text: '' } as unknown as HttpResponse;
      },
    },
  };
  return one;
}

function poolOf(...credentials: [Fake, ...Fake[]]) {
  const warnings: string[] = [];
  const pool = new CredentialPool<Fake>({
    credentials,
    clock: { now: () => now },
    repositoryOf: (path) => /^\/repo\/(\w+)/.exec(path)?.[1] ?? null,
    isGone: ({ status }) => status === 401,
    warn: (message) => warnings.push(message),
  });
  const get = (path: string, expectedStatuses: readonly number[] = []) =>
    pool.client.request({ method: 'GET', creates: false, path, expectedStatuses });
  /** Returns what the check of each shows. */
  const prove = (...lists: readonly number[]) =>
    pool.verifyEach(async (one) => {
      const read = { path: one.variable === 'T_1' ? '/repo/b' : '/list' };
      return { proven: { lists: lists[credentials.indexOf(one)] ?? 0, read } };
    });
  return { pool, warnings, get, prove };
}

const all = Number.POSITIVE_INFINITY;

const everything = { lists: all, read: { path: '/list' } };

describe('CredentialPool', () => {
  it('sends requests for repositories where the most is left, and all else to the one that sees the most', async () => {
    const [narrow, wide] = [fake('T_1'), fake('T_2')];
    const { get, prove } = poolOf(narrow, wide);
    await prove(3, all);
    for (let round = 0; round < 4; round += 1) await get('/repo/a');
    await get('/list');
    expect(narrow.asked).toEqual(['/repo/a', '/repo/a']);
    expect(wide.asked).toEqual(['/repo/a', '/repo/a', '/list']);
  });

  it('waits nowhere as long as another may be asked', async () => {
    const [one, two] = [fake('T_1'), fake('T_2', () => 200, 50)];
    const { get } = poolOf(one, two);
    await get('/repo/a');
    one.room = { left: 0, freeAt: now + 60_000 };
    await get('/repo/a');
    await get('/repo/a');
    expect([one.asked.length, two.asked.length]).toEqual([1, 2]);
  });

  it.each([401, 403, 404])(
    'uses no credential again for a repository that answered it %i, while another works',
    async (status) => {
      const [part, whole] = [
        fake('T_1', (path) => (path === '/repo/a' ? status : 200), 500),
        fake('T_2'),
      ];
      const { get } = poolOf(part, whole);
      for (let round = 0; round < 3; round += 1) await get('/repo/a');
      expect(part.asked).toEqual(['/repo/a']);
      expect(whole.asked).toHaveLength(3);
      await get('/repo/b');
      expect(part.asked).toEqual(['/repo/a', '/repo/b']);
    },
  );

  it('comes back to it where the others are refused too', async () => {
    const one = fake('T_1', (path) => (path.endsWith('settings') ? 200 : 403), 500);
    const two = fake('T_2', (path) => (path.endsWith('settings') ? 403 : 200));
    const { get } = poolOf(one, two);
    await get('/repo/a');
    expect((await get('/repo/a/settings')).status).toBe(200);
  });

  it('asks nobody else what is not in a repository that a credential has read', async () => {
    const one = fake('T_1', (path) => (path === '/repo/a' ? 200 : 404), 500);
    const two = fake('T_2');
    const { get } = poolOf(one, two);
    await get('/repo/a');
    expect((await get('/repo/a/missing', [404])).status).toBe(404);
    expect(two.asked).toEqual([]);
  });

  it('says of a repository that no credential opens what the one says that sees all', async () => {
    const [one, two] = [fake('T_1', () => 403, 500), fake('T_2', () => 404)];
    const { get, prove } = poolOf(one, two);
    await prove(0, all);
    expect((await get('/repo/gone', [403, 404])).status).toBe(404);
    expect(await failureOf(get('/repo/gone'))).toMatchObject({ code: 'not-found', status: 404 });
  });

  it('takes out what was revoked with one warning, and ends with the refusal once none is left', async () => {
    const [one, two] = [fake('T_1', () => 200, 500), fake('T_2')];
    const { pool, warnings, get, prove } = poolOf(one, two);
    await prove(all, all);
    one.answers = () => 401;
    await get('/repo/a');
    await get('/repo/b');
    expect(warnings).toEqual(['host rejected T_1, revoked or expired: continuing with T_2']);
    expect(one.asked).toEqual(['/repo/a', '/repo/b']);
    expect(pool.credentialFor('a').variable).toBe('T_2');
    two.answers = () => 401;
    expect((await get('/repo/a', [401])).status).toBe(401);
    expect(warnings).toHaveLength(1);
  });

  it('keeps a credential whose check still passes, however often a repository refuses it', async () => {
    const part = fake('T_1', (path) => (path === '/repo/a' ? 401 : 200), 500);
    const { warnings, get, prove } = poolOf(part, fake('T_2'));
    await prove(0, all);
    await get('/repo/a');
    await get('/repo/b');
    expect([warnings, part.asked.at(-1)]).toEqual([[], '/repo/b']);
  });

  it('gives Git a credential that has read the repository, or else the one that sees the most', async () => {
    const [part, whole] = [fake('T_1', () => 200, 500), fake('T_2', () => 403)];
    const { pool, get, prove } = poolOf(part, whole);
    await prove(0, all);
    expect(pool.credentialFor('a').variable).toBe('T_2');
    await get('/repo/a');
    expect(pool.credentialFor('a').variable).toBe('T_1');
  });

  it('checks each by itself: at first all have to pass, later those that pass are enough', async () => {
    const { pool, warnings } = poolOf(fake('T_1'), fake('T_2'), fake('T_3'));
    let rejected: readonly string[] = ['T_2', 'T_3'];
    const check = () =>
      pool.verifyEach(async ({ variable }) => {
        if (rejected.includes(variable)) throw new MigratorError('credentials', `no ${variable}`);
        return { proven: everything };
      });
    expect((await failureOf(check())).message).toBe('no T_2; T_3 failed too');
    rejected = [];
    await check();
    rejected = ['T_1'];
    expect((await check()).map(({ variable }) => variable)).toEqual(['T_2', 'T_3']);
    expect(warnings).toEqual([
      'host rejected T_1, revoked or expired: continuing with T_2 and T_3',
    ]);
    rejected = ['T_2', 'T_3'];
    expect(await failureOf(check())).toMatchObject({ code: 'credentials' });
  });
});
