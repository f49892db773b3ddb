import { describe, expect, it } from 'vitest';
import { writeOnce } from '../../../../../src/core/migration/pull-requests/write/write-once.ts';
import { memoryContext } from '../memory-context.ts';

const made = { targetId: '7', targetUrl: 'https://target.example/7' };

describe('writeOnce', () => {
  it('keeps of what an earlier run has made what that run sent, not what this one would', async () => {
    const { context, objects } = memoryContext();
    const { records } = context.repository;
    const known = await records.recordIntent('pull-request', '7', 'sent');
    const make = () => Promise.reject(new Error('it is there'));
    const options = { context, kind: 'pull-request', sourceId: '7', make } as const;
    await writeOnce({ ...options, known, data: 'by now', find: async () => made });
    expect(objects.get('pull-request 7')).toMatchObject({ ...made, data: 'sent' });
  });

  it('keeps what it sends itself where nothing of the earlier run has arrived', async () => {
    const { context, objects } = memoryContext();
    const known = await context.repository.records.recordIntent('pull-request', '7', 'sent');
    const seen: unknown[] = [];
    await writeOnce({
      ...{ context, kind: 'pull-request', sourceId: '7', known, data: 'by now' },
      async make() {
        seen.push(objects.get('pull-request 7')?.data);
        return made;
      },
      find: async () => null,
    });
    // From before the request on.
    expect([...seen, objects.get('pull-request 7')?.data]).toEqual(['by now', 'by now']);
  });
});
