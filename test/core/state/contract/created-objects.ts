import { expect, it } from 'vitest';
import { wasReset } from '../../../../src/core/ports/records/migration.ts';
import { type ContractPlace, here, migration, other } from './contract-place.ts';

/** States what a store knows of the objects on the target: intended, created, forgotten, started over. */
export function createdObjects(at: ContractPlace): void {
  const { again, begun } = at;

  it('tells an intent from a result, also after it was opened again', async () => {
    const store = await begun();
    const writer = await store.acquire(migration.id, here);
    expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
    await writer.recordIntents('ant', 'repository', ['{1}']);
    at.alive.delete(here.pid);
    const next = await again().acquire(migration.id, other);
    expect(await next.findObject('ant', 'repository', '{1}')).toMatchObject({
      intendedAt: at.now,
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
    await writer.recordIntents('ant', 'repository', ['{1}']);
    await writer.forgetIntent('ant', 'repository', '{1}');
    expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
    await writer.recordIntents('ant', 'repository', ['{1}']);
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
    expect(
      await writer.recordIntents('ant', 'comment', ['1/a'], new Map([['1/a', 'anew']])),
    ).toMatchObject([{ targetId: null, data: 'anew' }]);
    await writer.recordIntents('ant', 'comment', ['1/a']);
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
    await writer.recordIntents('ant', 'branch', ['1/a']);
    await writer.forgetObjects('ant', 'comment', ['1/a', '1/c', '1/d']);
    const left = await again().listObjects(migration.id, 'ant', 'comment');
    expect(left.map(({ sourceId }) => sourceId)).toEqual(['1/b']);
    expect(await again().listObjects(migration.id, 'ant', 'branch')).toHaveLength(1);
  });

  it('keeps a document as it was saved last, whether or not there was one', async () => {
    const writer = await (await begun()).acquire(migration.id, here);
    await writer.recordIntents('ant', 'refs', ['target']);
    await writer.saveDocument('ant', 'refs', 'target', '{"refs":{}}');
    await writer.saveDocument('ant', 'refs', 'source', '1');
    await writer.saveDocument('ant', 'refs', 'source', '2');
    const kept = await again().listObjects(migration.id, 'ant', 'refs');
    expect(kept).toMatchObject([
      { sourceId: 'source', targetId: 'source', targetUrl: '', data: '2' },
      { sourceId: 'target', targetId: 'target', targetUrl: '', data: '{"refs":{}}' },
    ]);
  });

  it('starts a repository over without forgetting what was made for it', async () => {
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
      await writer.recordIntents(source, 'repository', ['{1}']);
      await writer.recordResult(source, 'repository', '{1}', {
        targetId: '42',
        targetUrl: 'https://x',
      });
      await writer.recordIntents(source, 'pull-request', ['1']);
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

  it('forgets all that was made for one repository once it is gone', async () => {
    const writer = await (await begun()).acquire(migration.id, here);
    for (const source of ['ant', 'zebra']) {
      await writer.recordIntents(source, 'repository', ['{1}']);
      await writer.recordIntents(source, 'comment', ['1/2']);
    }
    await writer.forgetRepository('ant');
    expect(await writer.findObject('ant', 'repository', '{1}')).toBeNull();
    expect(await writer.findObject('ant', 'comment', '1/2')).toBeNull();
    expect(await writer.findObject('zebra', 'comment', '1/2')).not.toBeNull();
  });
}
