import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileScanRecords } from '../../../../src/core/discovery/scan-records.ts';
import { scanSettings } from '../../../../src/core/discovery/settings/settings-scan.ts';
import { settingsRecordSchema } from '../../../../src/core/discovery/settings-schema.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import type { SettingsSource } from '../../../../src/core/ports/settings-source.ts';
import { createHandClock } from '../../clocks.ts';
import { sourceRepository } from '../../source-repository.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'migrator-settings-')), 'discovery');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

const slugs = ['a', 'b', 'c', 'd', 'e'];
const clock = createHandClock();
const parts = [
  { part: 'rules', repository: 2, project: 1, workspace: 0 },
  { part: 'webhooks', repository: 1, project: 0, workspace: 1 },
] as const;

function source(onRequest: (request: string) => void = () => {}, missing: string | null = null) {
  const requests: string[] = [];
  const settings: SettingsSource = {
    needs: 'an administrator',
    parts,
    async read(part, { slug }) {
      requests.push(`${part} ${slug}`);
      onRequest(`${part} ${slug}`);
      if (part === 'rules') return { settings: { rules: [], builds: [slug] }, missing };
      return { settings: { webhooks: [] }, missing: null };
    },
    groups: async () => [],
  };
  return { settings, requests };
}

async function scan(
  { settings }: { settings: SettingsSource },
  options: { drain?: AbortSignal; fresh?: boolean } = {},
) {
  const events: RunEvent[] = [];
  const { fresh = false, drain = new AbortController().signal } = options;
  const schema = settingsRecordSchema;
  const result = await scanSettings({
    source: settings,
    workspace: 'acme',
    repositories: slugs.map((slug) => sourceRepository(slug)),
    records: fileScanRecords({ name: 'settings', schema, folder, workspace: 'acme', fresh, clock }),
    clock,
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    drain,
  });
  return { ...result, events };
}

const refuse = () => {
  throw new MigratorError('permission', '403 Forbidden', { status: 403 });
};

describe('a scan of settings', () => {
  it('says first what it costs, and reads each part once', async () => {
    const asked = source();
    const { settings, events } = await scan(asked);
    expect(events[0]).toMatchObject({
      type: 'settings-scan-planned',
      requests: 5 * 3 + 1 + 1,
      perRepository: 3,
    });
    expect(asked.requests).toHaveLength(10);
    expect(settings.get('b')).toMatchObject({ builds: ['b'], strategies: null, unread: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('continues after an interruption with what is missing', async () => {
    const stop = new AbortController();
    const first = source((request) => {
      if (request === 'webhooks b') stop.abort();
    });
    await expect(scan(first, { drain: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
      message: expect.stringContaining('of 5 repositories'),
    });
    const second = source();
    const { settings, events } = await scan(second);
    expect(new Set([...first.requests, ...second.requests]).size).toBe(10);
    expect(first.requests.length + second.requests.length).toBe(10);
    expect(events[0]).toMatchObject({ known: expect.any(Number) });
    expect(settings.get('a')?.builds).toEqual(['a']);
    const fresh = source();
    await scan(fresh, { fresh: true });
    expect(fresh.requests).toHaveLength(10);
  });

  it('requests no part that is refused three times over, and says why it is missing', async () => {
    const asked = source((request) => {
      if (request.startsWith('webhooks')) refuse();
    });
    const { settings, refused, failed } = await scan(asked);
    expect(asked.requests.filter((one) => one.startsWith('webhooks')).length).toBeLessThan(5);
    expect(refused.map(({ level, repositories }) => [level, repositories.length])).toEqual([
      ['webhooks', 5],
    ]);
    expect(failed.size).toBe(0);
    expect(settings.get('e')?.unread).toEqual([{ part: 'webhooks', reason: '403 Forbidden' }]);
  });

  it('names a repository that fails, and reads the others', async () => {
    const asked = source((request) => {
      if (request === 'rules d') throw new MigratorError('bad-answer', 'not a page');
    });
    const { settings, failed } = await scan(asked);
    expect([...failed.keys()]).toEqual(['d']);
    expect(settings.get('d')?.unread.map(({ part }) => part)).toEqual(['rules', 'webhooks']);
    const again = source();
    await scan(again);
    expect(again.requests).toEqual(['rules d', 'webhooks d']);
  });

  it('says what only the project’s administrators see', async () => {
    const { settings } = await scan(source(() => {}, 'the project is closed'));
    expect(settings.get('a')?.unread).toEqual([{ part: 'rules', reason: 'the project is closed' }]);
  });
});
