import { describe, expect, it } from 'vitest';
import { type Effect, type Journal, once } from '../../../src/core/journal/once.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { memoryRecords } from '../replica/apply/pull-requests/memory-context.ts';

const created = { targetId: '7', targetUrl: 'https://target.example/7' };
const lost = () => Promise.reject(new MigratorError('ambiguous-write', 'no response'));

function place() {
  let time = 1_000_000;
  const clock = {
    now: () => time,
    async sleep(milliseconds: number) {
      time += milliseconds;
    },
  };
  const { records, objects } = memoryRecords(clock);
  const journal: Journal = {
    ...{ records, clock, waitingClock: clock, enteredAt: time, settleMilliseconds: 15_000 },
    target: { hostname: 'target.example' },
    reportWait: () => {},
    signal: new AbortController().signal,
  };
  return { journal, records, objects };
}

const effect = {
  kind: 'comment',
  id: '1/a',
  known: undefined,
  failure: 'a could not be written',
  send: async () => created,
  find: async () => null,
} as const satisfies Effect;

describe('once', () => {
  it('keeps of what an earlier run has created what that run sent, not what this one would', async () => {
    const { journal, records, objects } = place();
    const [known] = await records.recordIntents('comment', ['1/a'], new Map([['1/a', 'sent']]));
    const send = () => Promise.reject(new Error('it is there'));
    await once(journal, { ...effect, known, data: 'by now', send, find: async () => created });
    expect(objects.get('comment 1/a')).toMatchObject({ ...created, data: 'sent' });
  });

  it('keeps what it sends itself where nothing of the earlier run has arrived', async () => {
    const { journal, records, objects } = place();
    const [known] = await records.recordIntents('comment', ['1/a'], new Map([['1/a', 'sent']]));
    const seen: unknown[] = [];
    await once(journal, {
      ...{ ...effect, known, data: 'by now' },
      async send() {
        seen.push(objects.get('comment 1/a')?.data);
        return created;
      },
    });
    // From before the request on.
    expect([...seen, objects.get('comment 1/a')?.data]).toEqual(['by now', 'by now']);
  });

  it('looks for a lost response before it sends again, and ends after three', async () => {
    const { journal } = place();
    const calls: string[] = [];
    const send = () => {
      calls.push('send');
      return lost();
    };
    const find = async () => {
      calls.push('find');
      return null;
    };
    await expect(once(journal, { ...effect, send, find })).rejects.toMatchObject({
      ...{ code: 'unavailable', retry: 'yes' },
      message: 'a could not be written: target.example did not respond',
    });
    expect(calls).toEqual(['send', 'find', 'send', 'find', 'send']);
  });

  it('forgets all that one request was to create once the host has refused it', async () => {
    const { journal, objects } = place();
    const along = () => new Map([['1/b', 'b']]);
    expect(await once(journal, { ...effect, along, send: async () => null })).toBe(null);
    expect(objects.size).toBe(0);
    const refused = new MigratorError('refused', 'no');
    const send = () => Promise.reject(refused);
    await expect(once(journal, { ...effect, along, send })).rejects.toBe(refused);
    expect(objects.size).toBe(0);
  });

  it('keeps the intent of a refused request where an earlier one may still arrive', async () => {
    const { journal, objects } = place();
    const answers = [lost, () => Promise.reject(new MigratorError('target-exists', 'taken'))];
    const send = () => answers.shift()?.() ?? Promise.reject(new Error('a third request'));
    await expect(once(journal, { ...effect, send })).rejects.toMatchObject({
      code: 'target-exists',
    });
    expect(objects.get('comment 1/a')).toMatchObject({ targetId: null });
  });

  it('keeps the intent where the answer cannot be understood: it may have been created', async () => {
    const { journal, objects } = place();
    const send = () => Promise.reject(new MigratorError('bad-answer', 'no JSON'));
    await expect(once(journal, { ...effect, send })).rejects.toMatchObject({ code: 'bad-answer' });
    expect(objects.get('comment 1/a')).toMatchObject({ targetId: null });
  });

  it('keeps an intent that was broken off, and sends nothing in a run that is to end', async () => {
    const { journal, objects } = place();
    const send = () => Promise.reject(new MigratorError('interrupted', 'stop'));
    await expect(once(journal, { ...effect, send })).rejects.toMatchObject({ code: 'interrupted' });
    expect(objects.size).toBe(1);
    const draining = {
      ...journal,
      stopIfDraining() {
        throw new MigratorError('interrupted', 'draining');
      },
    };
    const unsent = once(draining, { ...effect, send: () => Promise.reject(new Error('sent')) });
    await expect(unsent).rejects.toMatchObject({ message: 'draining' });
  });
});
