import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainEnd, followChain } from '../../../src/core/kernel/hash-chain.ts';
import {
  leaseMilliseconds,
  type Migration,
  wasReset,
} from '../../../src/core/ports/records/migration.ts';
import type { Store } from '../../../src/core/ports/store.ts';
import type { OpenStorePlace, StorePlace } from './store-place.ts';

const migration: Migration = {
  id: 'mig_000000000001',
  planDigest: 'digest',
  planText: '{"version":1}',
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme-org' },
  settings: '{}',
  status: 'pending',
  createdAt: 1000,
  updatedAt: 1000,
};
const here = { pid: 100, hostname: 'here' };
const other = { pid: 200, hostname: 'here' };
const elsewhere = { pid: 100, hostname: 'elsewhere' };

/** What every implementation of the store has to keep. Each test opens the same place several times. */
export function storeContract(name: string, openPlace: OpenStorePlace): void {
  describe(`${name} as a store`, () => {
    let now: number;
    let alive: Set<number>;
    let opened: Store[];
    let place: StorePlace;

    beforeEach(async () => {
      opened = [];
      place = await openPlace();
      await moveTo(1_000_000);
      alive = new Set([here.pid, other.pid]);
      opened = [];
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
      await place[Symbol.asyncDispose]();
    });

    async function moveTo(time: number): Promise<void> {
      now = time;
      await place.setTime(time);
    }

    function again(): Store {
      const store = place.open({ now: () => now, isProcessAlive: (pid) => alive.has(pid) });
      opened.push(store);
      return store;
    }

    async function begun(): Promise<Store> {
      const store = again();
      await store.createMigration(migration, [
        { source: 'zebra', target: 'Zebra' },
        { source: 'ant', target: 'ant' },
      ]);
      return store;
    }

    it('gives back a migration and its repositories in the order of the plan', async () => {
      await begun();
      const store = again();
      expect(await store.findMigration(migration.id)).toEqual(migration);
      expect(await store.findMigration('mig_999999999999')).toBeNull();
      const repositories = await store.listRepositories(migration.id);
      expect(repositories.map(({ source, target, status }) => [source, target, status])).toEqual([
        ['zebra', 'Zebra', 'pending'],
        ['ant', 'ant', 'pending'],
      ]);
    });

    it('finds the newest migration of a plan', async () => {
      const store = await begun();
      await (await store.acquire(migration.id, here)).setStatus('completed');
      await store.createMigration({ ...migration, id: 'mig_000000000002' }, []);
      expect((await store.findByPlan('digest'))?.id).toBe('mig_000000000002');
      expect(await store.findByPlan('another')).toBeNull();
    });

    it('refuses a second migration of a plan as long as the first has not ended', async () => {
      const store = await begun();
      const second = { ...migration, id: 'mig_000000000002' };
      await expect(again().createMigration(second, [])).rejects.toMatchObject({
        code: 'state',
        message: expect.stringContaining(migration.id),
      });
      await (await store.acquire(migration.id, here)).setStatus('cancelled');
      await expect(again().createMigration(second, [])).resolves.toBeUndefined();
    });

    it('knows who writes to a migration, and that the dead do not', async () => {
      const store = await begun();
      expect(await store.findHolder(migration.id)).toBeNull();
      await store.acquire(migration.id, here);
      expect(await again().findHolder(migration.id)).toEqual(here);
      alive.delete(here.pid);
      expect(await again().findHolder(migration.id)).toBeNull();
    });

    it('lists migrations with how many repositories are in each state', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      await writer.saveRepository('ant', { status: 'succeeded' });
      const [first] = await store.listMigrations();
      expect(first?.counts).toMatchObject({ pending: 1, succeeded: 1, failed: 0 });
    });

    it('chains the record of writes over all who write, and gives it back in pieces', async () => {
      const store = await begun();
      const start = { type: 'audit' };
      const first = await store.acquire(migration.id, here);
      expect(await first.appendAudit(start, [{ n: 1 }, { n: 2 }])).toBe(3);
      expect(await first.appendAudit(start, [{ n: 3 }])).toBe(4);
      await first.release();
      const second = await again().acquire(migration.id, other);
      expect(await second.appendAudit(start, [{ n: 4 }])).toBe(5);
      await expect(first.appendAudit(start, [{ n: 5 }])).rejects.toMatchObject({ code: 'state' });
      const reader = again();
      const [one, two] = await reader.listAudit(migration.id, { after: 0, limit: 2 });
      const rest = await reader.listAudit(migration.id, { after: two?.position ?? 0, limit: 9 });
      const texts = [one, two, ...rest].map((line) => line?.text ?? '');
      let end: ChainEnd | null = null;
      const contents = texts.map((text) => {
        const followed = followChain(end, text);
        if (typeof followed === 'string') throw new Error(followed);
        end = followed.end;
        return followed.content.type ?? followed.content.n;
      });
      expect(contents).toEqual(['audit', 1, 2, 3, 4]);
      expect(await reader.listAudit('mig_999999999999', { after: 0, limit: 2 })).toEqual([]);
    });

    it('changes only what is given of a repository', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      await writer.saveRepository('ant', { status: 'running', startedAt: 5, webUrl: 'https://x' });
      const failure = {
        code: 'refused',
        message: 'no',
        hint: null,
        retry: 'no',
        detail: null,
      } as const;
      await writer.saveRepository('ant', { status: 'failed', failure });
      const ant = (await again().listRepositories(migration.id)).at(1);
      expect(ant).toMatchObject({ status: 'failed', startedAt: 5, webUrl: 'https://x', failure });
    });

    it('keeps steps by name and lets a later state replace the earlier', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      await writer.saveStep('ant', { name: 'fetch', status: 'running', summary: null, data: null });
      await writer.saveStep('ant', {
        name: 'fetch',
        status: 'done',
        summary: '3 refs',
        data: '{}',
      });
      expect(await store.listSteps(migration.id, 'ant')).toEqual([
        { name: 'fetch', status: 'done', summary: '3 refs', data: '{}' },
      ]);
      expect(await store.listSteps(migration.id, 'zebra')).toEqual([]);
    });

    it('tells an intent from a result, also after it was opened again', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
      await writer.recordIntent('ant', 'repository', '{1}');
      alive.delete(here.pid);
      const next = await again().acquire(migration.id, other);
      expect(await next.findObject('ant', 'repository', '{1}')).toMatchObject({
        intendedAt: now,
        targetId: null,
      });
      await next.recordResult('ant', 'repository', '{1}', {
        targetId: '42',
        targetUrl: 'https://x',
      });
      expect(await next.findObject('ant', 'repository', '{1}')).toMatchObject({ targetId: '42' });
    });

    it('forgets an intent that came to nothing, and never what was made', async () => {
      const writer = await (await begun()).acquire(migration.id, here);
      await writer.recordIntent('ant', 'repository', '{1}');
      await writer.forgetIntent('ant', 'repository', '{1}');
      expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
      await writer.recordIntent('ant', 'repository', '{1}');
      const made = { targetId: '42', targetUrl: 'https://x' };
      await writer.recordResult('ant', 'repository', '{1}', made);
      await writer.forgetIntent('ant', 'repository', '{1}');
      expect(await writer.findObject('ant', 'repository', '{1}')).toMatchObject(made);
    });

    it('keeps with an intent what is about to be sent, until there is a result', async () => {
      const writer = await (await begun()).acquire(migration.id, here);
      const find = async (id: string) =>
        (await again().listObjects(migration.id, 'ant', 'comment', id))[0];
      await writer.recordIntents('ant', 'comment', ['1/a', '1/b'], new Map([['1/a', 'sent']]));
      expect(await find('1/a')).toMatchObject({ targetId: null, data: 'sent' });
      expect(await find('1/b')).toMatchObject({ targetId: null, data: null });
      const made = { targetId: 'comment:1', targetUrl: '' };
      await writer.recordResult('ant', 'comment', '1/a', made);
      expect(await find('1/a')).toMatchObject({ ...made, data: 'sent' });
      // Whatever is intended once more replaces it.
      expect(await writer.recordIntent('ant', 'comment', '1/a', 'anew')).toMatchObject({
        ...{ targetId: null, data: 'anew' },
      });
      await writer.recordIntent('ant', 'comment', '1/a');
      expect(await find('1/a')).toMatchObject({ targetId: null, data: null });
    });

    it('forgets what is gone from the target, and nothing else', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      await writer.recordIntents('ant', 'comment', ['1/a', '1/b', '1/c']);
      await writer.recordResults(
        'ant',
        'comment',
        ['1/a', '1/b', '1/c'].map((sourceId) => ({ sourceId, targetId: sourceId, targetUrl: '' })),
      );
      await writer.recordIntent('ant', 'branch', '1/a');
      await writer.forgetObjects('ant', 'comment', ['1/a', '1/c', '1/d']);
      const left = await again().listObjects(migration.id, 'ant', 'comment');
      expect(left.map(({ sourceId }) => sourceId)).toEqual(['1/b']);
      expect(await again().listObjects(migration.id, 'ant', 'branch')).toHaveLength(1);
    });

    it('begins a repository anew without forgetting what was made for it', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      for (const source of ['ant', 'zebra']) {
        await writer.saveStep(source, { name: 'push', status: 'done', summary: 'x', data: null });
        await writer.saveRepository(source, {
          status: 'succeeded',
          refs: 3,
          startedAt: 5,
          finishedAt: 9,
          webUrl: 'https://x',
        });
        await writer.recordIntent(source, 'repository', '{1}');
        await writer.recordResult(source, 'repository', '{1}', {
          targetId: '42',
          targetUrl: 'https://x',
        });
        await writer.recordIntent(source, 'pull-request', '1');
        await writer.saveObjectData(source, 'pull-request', '1', 'kept');
      }
      await writer.setStatus('completed');
      const before = await store.findMigration(migration.id);
      await writer.resetRepositories([], { settings: '{}', planText: '{"version":1,"new":1}' });
      expect(await store.findMigration(migration.id)).toMatchObject({
        ...{ status: 'completed', planText: '{"version":1,"new":1}' },
      });
      await writer.resetRepositories([], before ?? undefined);
      await writer.resetRepositories(['ant']);
      expect(await store.findMigration(migration.id)).toMatchObject({
        status: 'running',
        settings: before?.settings,
        planText: before?.planText,
      });
      const changed = { settings: '{"comments":"compact"}', planText: '{"version":1}' };
      await writer.resetRepositories(['ant'], changed);
      expect(await store.findMigration(migration.id)).toMatchObject(changed);
      const [zebra, ant] = await store.listRepositories(migration.id);
      expect(zebra).toMatchObject({ status: 'succeeded', refs: 3 });
      expect(ant).toMatchObject({
        status: 'pending',
        refs: null,
        startedAt: null,
        finishedAt: null,
        webUrl: 'https://x',
      });
      expect(await store.listSteps(migration.id, 'ant')).toEqual([]);
      expect(await store.listSteps(migration.id, 'zebra')).toHaveLength(1);
      const made = await writer.findObject('ant', 'repository', '{1}');
      expect(made).toMatchObject({ targetId: '42' });
      expect(wasReset(made)).toBe(true);
      expect(wasReset(await writer.findObject('zebra', 'repository', '{1}'))).toBe(false);
      expect(await writer.findObject('ant', 'pull-request', '1')).toMatchObject({ data: 'kept' });
    });

    it('adds repositories at the end, with the plan that has them', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      await writer.setStatus('completed');
      const added = [
        { source: 'bee', target: 'bee-2' },
        { source: 'ant', target: 'other' },
      ];
      await writer.addRepositories(added, '{"version":1}');
      expect(await store.findMigration(migration.id)).toMatchObject({
        ...{ status: 'paused', planText: '{"version":1}', planDigest: migration.planDigest },
      });
      const all = await store.listRepositories(migration.id);
      expect(all.map(({ source }) => source)).toEqual(['zebra', 'ant', 'bee']);
      expect(all.at(-1)).toMatchObject({ target: 'bee-2', status: 'pending' });
      expect(all.at(1)?.target).not.toBe('other');
    });

    it('forgets all that was made for one repository once it is gone', async () => {
      const writer = await (await begun()).acquire(migration.id, here);
      for (const source of ['ant', 'zebra']) {
        await writer.recordIntent(source, 'repository', '{1}');
        await writer.recordIntent(source, 'comment', '1/2');
      }
      await writer.forgetRepository('ant');
      expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
      expect(await writer.findObject('ant', 'comment', '1/2')).toBeNull();
      expect(await writer.findObject('zebra', 'comment', '1/2')).not.toBeNull();
    });

    it('gives events back by type, oldest first', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      const warning = (message: string) =>
        ({ type: 'repository-warning', repository: 'ant', message, at: 1 }) as const;
      await writer.appendEvent(warning('first'));
      await writer.appendEvent({ type: 'discovery-progress', found: 1, total: null, at: 2 });
      await writer.appendEvent(warning('second'));
      const events = await store.listEvents(migration.id, 'repository-warning');
      expect(events).toEqual([warning('first'), warning('second')]);
      const rest = await store.listEvents(migration.id, 'repository-warning', 1);
      expect(rest).toEqual([warning('second')]);
    });

    it('refuses a second writer while the first lives, naming it', async () => {
      const store = await begun();
      await store.acquire(migration.id, here);
      await expect(again().acquire(migration.id, other)).rejects.toMatchObject({
        code: 'state',
        message: expect.stringContaining('process 100 on here'),
      });
      await expect(again().acquire(migration.id, elsewhere)).rejects.toMatchObject({
        code: 'state',
      });
    });

    it('gives the right to write on once it was released', async () => {
      const store = await begun();
      await (await store.acquire(migration.id, here)).release();
      await expect(again().acquire(migration.id, other)).resolves.toBeDefined();
    });

    it('takes over from a dead process of this machine at once, from another machine when the time is over', async () => {
      const store = await begun();
      await store.acquire(migration.id, here);
      alive.delete(here.pid);
      await expect(again().acquire(migration.id, elsewhere)).rejects.toMatchObject({
        code: 'state',
      });
      await expect(again().acquire(migration.id, other)).resolves.toBeDefined();
      await moveTo(now + leaseMilliseconds);
      await expect(again().acquire(migration.id, elsewhere)).resolves.toBeDefined();
    });

    it('lets one that was taken over write nothing any more', async () => {
      const store = await begun();
      const zombie = await store.acquire(migration.id, here);
      await moveTo(now + leaseMilliseconds);
      const heir = await again().acquire(migration.id, other);
      await heir.saveRepository('ant', { status: 'succeeded' });
      await expect(heir.checkHeld()).resolves.toBeUndefined();
      const writes = [
        () => zombie.saveRepository('ant', { status: 'failed' }),
        () => zombie.saveStep('ant', { name: 'push', status: 'done', summary: null, data: null }),
        () => zombie.recordIntent('ant', 'repository', '{1}'),
        () => zombie.forgetIntent('ant', 'repository', '{1}'),
        () => zombie.resetRepositories(['ant']),
        () => zombie.addRepositories([{ source: 'bee', target: 'bee' }], '{}'),
        () => zombie.forgetRepository('ant'),
        () => zombie.setStatus('failed'),
        () => zombie.checkHeld(),
        () => zombie.renew(),
        () => zombie.release(),
      ];
      for (const write of writes)
        await expect(write()).rejects.toMatchObject({ code: 'state', retry: 'fatal' });
      const ant = (await store.listRepositories(migration.id)).at(1);
      expect(ant?.status).toBe('succeeded');
    });

    it('keeps the right to write as long as it is renewed', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, elsewhere);
      for (let round = 0; round < 5; round += 1) {
        await moveTo(now + leaseMilliseconds / 2);
        await writer.renew();
      }
      await expect(again().acquire(migration.id, here)).rejects.toMatchObject({ code: 'state' });
    });

    describe('of the workers that a license allows', () => {
      const some = { least: 1, most: 5, allowed: 8 };

      it('gives each process of any machine what the others leave', async () => {
        const first = await again().claimWorkers(here, some);
        const second = await again().claimWorkers(elsewhere, some);
        expect([first?.workers, second?.workers]).toEqual([5, 3]);
        expect(await again().claimWorkers(other, some)).toBeNull();
        await first?.release();
        expect((await again().claimWorkers(other, { ...some, most: 9 }))?.workers).toBe(5);
      });

      it('gives nothing rather than fewer than the least', async () => {
        await again().claimWorkers(elsewhere, some);
        expect(await again().claimWorkers(here, { ...some, least: 4 })).toBeNull();
        expect((await again().claimWorkers(here, { ...some, least: 3 }))?.workers).toBe(3);
      });

      it('does not count what is not renewed, nor a dead process of this machine', async () => {
        const silent = await again().claimWorkers(elsewhere, some);
        await again().claimWorkers(here, { ...some, most: 3 });
        alive.delete(here.pid);
        const heir = await again().claimWorkers(other, some);
        expect(heir?.workers).toBe(3);
        await moveTo(now + leaseMilliseconds / 2);
        await silent?.renew();
        await moveTo(now + leaseMilliseconds / 2);
        expect((await again().claimWorkers(other, some))?.workers).toBe(3);
        await expect(heir?.renew()).rejects.toMatchObject({ code: 'license', retry: 'fatal' });
        await moveTo(now + leaseMilliseconds / 2);
        expect((await again().claimWorkers(other, { ...some, most: 2 }))?.workers).toBe(2);
        await expect(silent?.renew()).rejects.toMatchObject({ code: 'license', retry: 'fatal' });
      });
    });

    it('can be read while somebody writes', async () => {
      const store = await begun();
      const writer = await store.acquire(migration.id, here);
      const reader = again();
      await reader.listMigrations();
      await writer.saveRepository('ant', { status: 'running' });
      const ant = (await reader.listRepositories(migration.id)).at(1);
      expect(ant?.status).toBe('running');
    });
  });
}
