import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileScanRecords } from '../../../../src/core/discovery/scan-records.ts';
import { secretFacts } from '../../../../src/core/discovery/secrets/scan-secrets.ts';
import { secretRecordSchema } from '../../../../src/core/discovery/secrets/secret-records.ts';
import {
  type SecretScanResult,
  scanSecrets,
} from '../../../../src/core/discovery/secrets/secret-scan.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import type { SecretName, SecretSource } from '../../../../src/core/ports/secret-source.ts';
import { createHandClock } from '../../clocks.ts';
import { sourceRepository } from '../../source-repository.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'migrator-secrets-')), 'discovery');
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

const named = (...names: string[]): SecretName[] =>
  names.map((name) => ({ name, isSecured: name !== 'OPEN' }));
const slugs = ['a', 'b', 'c', 'd', 'e'];
const clock = createHandClock();

/** Every repository has one environment; a hook may fail or abort at any request. */
function source(onRequest: (request: string) => void = () => {}) {
  const requests: string[] = [];
  async function ask<T>(request: string, answer: T): Promise<T> {
    requests.push(request);
    onRequest(request);
    return answer;
  }
  const secrets: SecretSource = {
    scope: 'read:pipeline:bitbucket',
    workspace: () => ask('workspace', named('SHARED')),
    repository: ({ slug }) => ask(`repository ${slug}`, named(`OF_${slug}`, 'OPEN')),
    environments: ({ slug }) => ask(`environments ${slug}`, [{ id: `{${slug}}`, name: 'live' }]),
    deployment: ({ slug }) => ask(`deployment ${slug}`, named(`LIVE_${slug}`)),
  };
  return { secrets, requests };
}

async function scan(
  { secrets }: { secrets: SecretSource },
  options: { drain?: AbortSignal; fresh?: boolean } = {},
): Promise<SecretScanResult & { events: readonly RunEvent[] }> {
  const events: RunEvent[] = [];
  const { fresh = false, drain = new AbortController().signal } = options;
  const result = await scanSecrets({
    secrets,
    workspace: 'acme',
    repositories: slugs.map((slug) => sourceRepository(slug)),
    records: fileScanRecords({
      name: 'secrets',
      schema: secretRecordSchema,
      folder,
      workspace: 'acme',
      fresh,
      clock,
    }),
    clock,
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    drain,
  });
  return { ...result, events };
}

const refusal = () => {
  throw new MigratorError('permission', '403 Forbidden', { status: 403 });
};

describe('a look for secrets', () => {
  it('ends the requests that are under way when it fails, and waits for their end', async () => {
    const asked = source();
    const open = new Set<string>();
    const all = Promise.withResolvers<void>();
    const environments: SecretSource['environments'] = async ({ slug, signal }) => {
      if (slug === 'd') {
        await all.promise;
        throw new MigratorError('credentials', 'SRC_API_TOKEN was revoked');
      }
      open.add(slug);
      if (open.size === 3) all.resolve();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      open.delete(slug);
      throw new MigratorError('interrupted', 'Interrupted');
    };
    const looking = scan({ secrets: { ...asked.secrets, environments } });
    await expect(looking).rejects.toMatchObject({ code: 'credentials' });
    expect(open.size).toBe(0);
  });

  it('reads each list once, and says first how many requests that is', async () => {
    const asked = source();
    const { names, events } = await scan(asked);
    expect(asked.requests).toHaveLength(16);
    expect(events.filter(({ type }) => type === 'secret-look-planned')).toMatchObject([
      { requests: 11, accuracy: 'at-least' },
      { requests: 10, accuracy: 'exact' },
    ]);
    const facts = names.get('b');
    expect(facts && secretFacts(facts)).toEqual({
      secrets: {
        repository: ['OF_b', 'OPEN'],
        workspace: ['SHARED'],
        deployments: { live: ['LIVE_b'] },
      },
      unsecured: { repository: ['OPEN'] },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes on after an interruption with what is missing alone', async () => {
    const stop = new AbortController();
    const first = source((request) => {
      if (request === 'repository c') stop.abort();
    });
    await expect(scan(first, { drain: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
      message: expect.stringContaining('of 5 repositories'),
    });
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('"value"');
    const second = source();
    const { names } = await scan(second);
    expect(first.requests.length + second.requests.length).toBeLessThan(21);
    expect(second.requests).not.toContain('workspace');
    for (const slug of slugs) expect(names.get(slug)?.unread).toEqual([]);
  });

  it('asks for everything again where that is wanted, or what is kept is a day old', async () => {
    const stop = new AbortController();
    const cut = () =>
      source((request) => {
        if (request === 'repository c') stop.abort();
      });
    await expect(scan(cut(), { drain: stop.signal })).rejects.toThrow();
    const fresh = source();
    await scan(fresh, { fresh: true });
    expect(fresh.requests).toHaveLength(16);
    await expect(scan(cut(), { drain: stop.signal })).rejects.toThrow();
    await clock.pass(25 * 3_600_000);
    const late = source();
    await scan(late);
    expect(late.requests).toHaveLength(16);
  });

  it('asks no more on a level that is refused three times over', async () => {
    const asked = source((request) => {
      if (/^(environments|deployment)/.test(request)) refusal();
    });
    const { refused, names, failed } = await scan(asked);
    expect(asked.requests.filter((one) => one.startsWith('environments')).length).toBeLessThan(5);
    expect(refused).toMatchObject([{ level: 'deployment', repositories: slugs }]);
    expect(failed.size).toBe(0);
    expect(names.get('e')?.unread).toEqual(['deployment']);
    expect(names.get('e')?.repository.map(({ name }) => name)).toEqual(['OF_e', 'OPEN']);
  });

  it('goes on where one repository alone is refused', async () => {
    const asked = source((request) => {
      if (request === 'repository b') refusal();
    });
    const { refused, names } = await scan(asked);
    expect(refused).toMatchObject([{ level: 'repository', repositories: ['b'] }]);
    expect(names.get('b')?.unread).toEqual(['repository']);
    const again = source();
    await scan(again);
    // What was read stays known; what was refused is asked for again.
    expect(again.requests).toEqual(['repository b']);
  });

  it('keeps the failure of one repository apart', async () => {
    const asked = source((request) => {
      if (request === 'repository d') throw new MigratorError('bad-answer', 'no page of a list');
    });
    const { failed, refused } = await scan(asked);
    expect([...failed.keys()]).toEqual(['d']);
    expect(refused).toEqual([]);
  });

  it('ends at what concerns all', async () => {
    const asked = source(() => {
      throw new MigratorError('credentials', '401 Unauthorized', { status: 401 });
    });
    await expect(scan(asked)).rejects.toMatchObject({ code: 'credentials' });
  });
});
