import { describe, expect, it } from 'vitest';
import { createMigrationJournal } from '../../../src/core/audit/write-journal.ts';
import type { ChainContent } from '../../../src/core/kernel/hash-chain.ts';
import type { Write } from '../../../src/core/ports/records/write.ts';

const host = 'api.github.com';
const request = (method: string, path: string, body?: unknown): Write => ({
  ...{ kind: 'request', host, method, path, body },
});

function open() {
  const lines: ChainContent[] = [];
  let held: Parameters<typeof createMigrationJournal>[0]['findLease'] = () => null;
  const journal = createMigrationJournal({
    clock: { now: () => 0 },
    version: '1.2.3',
    process: { pid: 7, hostname: 'here' },
    findLease: () => held(),
  });
  const writer = {
    failure: null as Error | null,
    async appendAudit(start: ChainContent, added: readonly ChainContent[]) {
      if (writer.failure !== null) throw writer.failure;
      lines.push(...(lines.length === 0 ? [start] : []), ...added);
      return lines.length;
    },
  };
  const hold = () => {
    const lease = { migration: 'mig_a', writer: { appendAudit: writer.appendAudit } };
    held = () => lease;
  };
  return { journal, lines, writer, hold, last: () => lines.at(-1) };
}

describe('the journal of writes', () => {
  it('records nothing while no migration is held', async () => {
    const { journal, lines } = open();
    await (await journal.begin(request('POST', '/a'))).end({
      ...{ kind: 'answered', status: 201, json: null },
    });
    expect(lines).toEqual([]);
  });

  it('begins with migration and version, reports each run, and an answer of which write it is', async () => {
    const { journal, lines, hold } = open();
    journal.identify([host], 'octocat');
    hold();
    const write = await journal.begin(request('POST', '/repos/acme/web/pulls', { title: 'Hi' }));
    await write.end({ kind: 'answered', status: 201, json: { number: 4, body: 'long' } });
    const at = '1970-01-01T00:00:00.000Z';
    expect(lines).toEqual([
      { type: 'audit', format: 1, migration: 'mig_a', at, version: '1.2.3' },
      { type: 'run', at, version: '1.2.3', pid: 7, hostname: 'here' },
      {
        ...{ type: 'sent', at, host, account: 'octocat' },
        ...{ method: 'POST', path: '/repos/acme/web/pulls' },
        after: { title: { sha256: expect.any(String), length: 2 } },
      },
      { type: 'answer', at, sent: 3, status: 201, number: 4 },
    ]);
    hold();
    await journal.begin(request('DELETE', '/a'));
    expect(lines.slice(4).map(({ type }) => type)).toEqual(['run', 'sent']);
  });

  it('reports what was there before a change, as far as a read or a write has shown it', async () => {
    const { journal, hold, last } = open();
    hold();
    const path = '/repos/acme/web';
    journal.saw({ host, path, json: { private: true, has_issues: false, name: 'web' } });
    const first = await journal.begin(request('PATCH', path, { private: false, topics: [] }));
    expect(last()).toMatchObject({ before: { private: true }, after: { private: false } });
    await first.end({ kind: 'answered', status: 200, json: { private: false } });
    await journal.begin(request('PATCH', path, { private: true }));
    expect(last()).toMatchObject({ before: { private: false } });
    const made = await journal.begin(request('POST', '/repos/acme/web/rulesets', {}));
    const url = `https://${host}/repos/acme/web/rulesets/5`;
    await made.end({ kind: 'answered', status: 201, json: { id: 5, url, enforcement: 'active' } });
    await journal.begin(request('DELETE', '/repos/acme/web/rulesets/5'));
    expect(last()).toMatchObject({ before: { id: 5, enforcement: 'active' } });
  });

  it('reports the refs of a push, and what became of each', async () => {
    const { journal, hold, lines } = open();
    hold();
    const ref = { ref: 'refs/heads/main', from: null, to: 'a'.repeat(40) };
    const url = 'https://github.com/acme/web.git';
    const push = await journal.begin({ kind: 'push', url, refs: [ref] });
    await push.end({ kind: 'pushed', refs: [{ ...ref, status: 'rejected' }] });
    expect(lines.slice(2)).toMatchObject([
      { type: 'sent', host: 'github.com', push: '/acme/web.git', refs: [ref] },
      { type: 'answer', sent: 3, refs: [{ ...ref, status: 'rejected' }] },
    ]);
  });

  it('keeps a request from being sent that it cannot record', async () => {
    const { journal, hold, writer } = open();
    hold();
    writer.failure = new Error('disk full');
    await expect(journal.begin(request('POST', '/a'))).rejects.toThrow('disk full');
  });

  it('leaves the outcome unknown where the answer cannot be recorded any more', async () => {
    const { journal, hold, writer, lines } = open();
    hold();
    const write = await journal.begin(request('POST', '/a'));
    writer.failure = new Error('taken over');
    await write.end({ kind: 'lost', reason: 'reset', mayHaveArrived: true });
    expect(lines.map(({ type }) => type)).toEqual(['audit', 'run', 'sent']);
  });
});
