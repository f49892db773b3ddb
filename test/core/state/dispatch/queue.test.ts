import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import { repository, takeAll } from './dispatcher-place.ts';
import { openOwnMigration } from './own-migration.ts';

/** Keeps tests apart: a queue of one is not visible to another. */
const own = openOwnMigration();

describe('the queue', () => {
  it('hands out what was queued, in its order', async () => {
    await own.queue('c', 'a', 'b');
    expect(await own.takeAll()).toEqual(['c', 'a', 'b']);
  });

  it('hands out what is queued later after what waits', async () => {
    await own.queue('c', 'd');
    await own.queue('a', 'b');
    expect(await own.takeAll()).toEqual(['c', 'd', 'a', 'b']);
  });

  it('says everything about a repository that was said when it was queued', async () => {
    const one = own.repository({
      ...{ source: 'it’s "web"', task: 'sync', wave: 'wave 1; DROP' },
      ...{ run: 'run-7', taskOptions: '{"target":"web\\u0000"}' },
    });
    await own.dispatcher.queue([one]);
    expect(await own.take()).toMatchObject(one);
  });

  it('leaves what waits or is active as it is', async () => {
    await own.queue('a', 'b');
    const taken = await own.take();
    await own.dispatcher.queue([
      own.repository({ source: 'a' }),
      own.repository({ source: 'b', taskOptions: '{"changed":true}' }),
      own.repository({ source: 'b', task: 'verify' }),
    ]);
    expect(await own.take()).toMatchObject({ source: 'b', task: 'migrate', taskOptions: '{}' });
    expect(await own.take()).toMatchObject({ source: 'b', task: 'verify' });
    expect(await own.dispatcher.take(own.selection())).toBeNull();
    await taken.done();
    await own.queue('a');
    expect(await own.take()).toMatchObject({ source: 'a' });
  });

  it('queues a repository once that is named twice', async () => {
    await own.queue('a', 'b', 'a');
    expect(await own.takeAll()).toEqual(['a', 'b']);
  });

  it('keeps the order over more than one batch', async () => {
    const sources = Array.from({ length: 2100 }, (_, index) => `r${index}`);
    await own.queue(...sources);
    const first: string[] = [];
    for (let count = 0; count < 20; count += 1) first.push((await own.take()).source);
    expect(first).toEqual(sources.slice(0, 20));
    expect(await own.counts()).toEqual({ 'migrate queued': 2080, 'migrate active': 20 });
  });

  it('hands out only the waves that are asked for, or one after the other', async () => {
    const sources = [
      ['a', 'one'],
      ['b', 'two, with Ümlaut'],
      ['c', null],
      ['d', 'one'],
      ['e', 'two, with Ümlaut'],
    ] as const;
    const all = sources.map(([source, wave]) => own.repository({ source, wave }));
    await own.dispatcher.queue(all);
    expect(await own.takeAll(['two, with Ümlaut'])).toEqual(['b', 'e']);
    expect(await own.takeAll(['.', 'three'])).toEqual([]);
    await own.dispatcher.queue(all);
    expect(await own.takeAll()).toEqual(['a', 'd', 'b', 'e', 'c']);
  });

  it('hands out every migration, or those that are asked for', async () => {
    await own.dispatcher.queue([repository({ migration: `${own.migration}/x`, source: 'other' })]);
    await own.queue('a');
    expect(await own.takeAll()).toEqual(['a']);
    expect(await own.dispatcher.take({ migrations: [], waves: null })).toBeNull();
    expect(await takeAll(own.dispatcher)).toEqual(['other']);
  });

  it('keeps every text but what PostgreSQL cannot hold, and no secret', async () => {
    const texts = fc.record({
      source: fc.string({ unit: anyCharacter }),
      wave: fc.option(fc.string({ unit: 'grapheme' })),
      before: fc.string({ unit: anyCharacter }),
      secret: fc.stringMatching(/^[\w:"\\/+-]{12,40}$/),
    });
    await fc.assert(
      fc.asyncProperty(texts, async ({ source, wave, before, secret }) => {
        own.redactor.add(secret);
        try {
          const taskOptions = JSON.stringify({ before, secret });
          const run = `run ${secret}`;
          await own.dispatcher.queue([own.repository({ source, wave, run, taskOptions })]);
          const taken = await own.take();
          const kept = source.replaceAll('\0', '\ufffd').toWellFormed();
          expect(taken.source).toBe(kept);
          await taken.putBack({ afterMilliseconds: 0 });
          const { rows } = await own.query(
            'SELECT to_jsonb(job)::text AS job FROM migrator_queue.job',
          );
          const all = rows.map(({ job }) => job).join('\n');
          expect(all.includes(secret)).toBe(false);
          expect(all.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
          await own.takeAll(wave === null ? undefined : [wave]);
        } finally {
          own.redactor.forget(secret);
        }
      }),
      { numRuns: 20 },
    );
  });
});
