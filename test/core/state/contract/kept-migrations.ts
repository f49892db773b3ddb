import { expect, it } from 'vitest';
import { type ChainEnd, followChain } from '../../../../src/core/kernel/hash-chain.ts';
import { type ContractPlace, here, migration, other } from './contract-place.ts';

/** States what a store keeps of a migration, of its repositories and of what was recorded meanwhile. */
export function keptMigrations(at: ContractPlace): void {
  const { again, begun } = at;

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
    at.alive.delete(here.pid);
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
    const together = [[{ n: 1 }, { n: 2 }], [{ n: 3 }]].map((lines) =>
      first.appendAudit(start, lines),
    );
    expect(await Promise.all(together)).toEqual([3, 4]);
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

  it('can be read while somebody writes', async () => {
    const store = await begun();
    const writer = await store.acquire(migration.id, here);
    const reader = again();
    await reader.listMigrations();
    await writer.saveRepository('ant', { status: 'running' });
    const ant = (await reader.listRepositories(migration.id)).at(1);
    expect(ant?.status).toBe('running');
  });
}
