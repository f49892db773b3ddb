import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostsOf } from '../../../../../src/core/app/hosts.ts';
import { createScoped } from '../../../../../src/core/kernel/async/scoped.ts';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import { Redactor } from '../../../../../src/core/kernel/redact.ts';
import type { SourceLock } from '../../../../../src/core/ports/source-lock.ts';
import { isSourceNote } from '../../../../../src/core/text/context/source-note.ts';
import type {
  CutoverRepository,
  CutoverRun,
} from '../../../../../src/core/verbs/cutover/run/cutover-request.ts';
import { readRecordedState } from '../../../../../src/core/verbs/cutover/run/recorded-state.ts';
import { announce } from '../../../../../src/core/verbs/cutover/steps/announce.ts';
import { sources } from '../../../../helpers/sources.ts';
import { createTestServices, type TestServices } from '../../../network/support/client.ts';
import { createStoppedClock } from '../../../network/support/virtual-clock.ts';
import { memoryRecords } from '../../../replica/apply/pull-requests/memory-context.ts';
import { administrator, type LockedSandbox, openLocked } from '../lock/locked-sandbox.ts';

const scopes = [...administrator.scopes, 'write:pullrequest:bitbucket'];

/** The run's part that comments need: the state holds three pull requests, the last without an address. */
async function runOf(
  place: LockedSandbox,
  services: TestServices,
  pass: () => Promise<void> = async () => {},
) {
  const { records, objects } = memoryRecords(services.clock);
  const variables = {
    ...place.sandbox.environment,
    ...(place.sandbox.dataCenter === null
      ? { SRC_API_TOKEN: place.sandbox.bitbucket.credentials.addApiToken({ scopes }) }
      : {}),
  };
  const source = hostsOf({
    ...{ variables, services, redactor: new Redactor(), writeJournal: { identify() {} } },
  }).source();
  const writer = new Proxy(records, {
    get: (of, name) =>
      name in of
        ? (_source: string, ...rest: readonly unknown[]) =>
            (of[name as keyof typeof of] as (...all: unknown[]) => unknown)(...rest)
        : name === 'then'
          ? undefined
          : async () => {},
  });
  const rows = [1, 2, 3].map((number) => ({
    ...{ kind: 'pull-request', sourceId: String(number), intendedAt: 0, data: null },
    targetId: String(number),
    targetUrl: number === 3 ? '' : `https://github.com/acme/web/pull/${number}`,
  }));
  const planned = { source: 'web', target: 'web', visibility: 'private' };
  const run = {
    services: {
      ...{ source, process: { pid: 1, hostname: 'here' }, lease: createScoped() },
      ...{ clock: createStoppedClock(), waitingClock: services.clock, settleMilliseconds: 10 },
      reportWait: () => {},
      runController: { pauseGate: { pass } },
      store: {
        acquire: async () => writer,
        listObjects: async () => rows,
        listRepositories: async () => [],
      },
    },
    migration: { id: 'mig_a' },
    plan: { source: { workspace: place.sandbox.workspace } },
    signal: new AbortController().signal,
    drain: new AbortController().signal,
  } as unknown as CutoverRun;
  const name = { workspace: place.sandbox.workspace, slug: 'web' };
  const found = await source.findRepository(name);
  const { store } = run.services;
  const of = { migration: 'mig_a', repository: 'web', states: [] };
  const recorded = await readRecordedState(store, of);
  const repository = { planned, sourceId: found?.id, done: new Set(['open']), recorded };
  return { run, objects, source, repositories: [repository] as unknown as CutoverRepository[] };
}

describe.each(sources)('announce on %s', (kind) => {
  let place: LockedSandbox;
  let services: TestServices;
  let lock: SourceLock;
  beforeEach(async () => {
    place = await openLocked(kind);
    services = await createTestServices();
    lock = await place.lockWith({ scopes, right: 'admin' });
    const [[, commit] = ['', '']] = await place.refs();
    const side = { branch: 'main', commit };
    const states = ['OPEN', 'MERGED', 'OPEN'] as const;
    for (const state of states) {
      place.sandbox.bitbucket.addPullRequest('web', { state, source: side, destination: side });
    }
  });
  afterEach(async () => {
    await services[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const texts = () =>
    (place.sandbox.bitbucket.findRepository('web')?.pullRequests ?? []).map((pull) =>
      pull.conversation().comments.map(({ text }) => text.raw),
    );

  it('comments once on each open pull request that has one on the target', async () => {
    const { run, repositories } = await runOf(place, services);
    expect(await announce(run, lock, repositories)).toEqual(new Map([['web', 1]]));
    expect(texts()).toEqual([
      [expect.stringContaining('continues on GitHub: https://github.com/acme/web/pull/1\n')],
      [],
      [],
    ]);
    expect(texts().flat().every(isSourceNote)).toBe(true);
    expect(await announce(run, lock, repositories)).toEqual(new Map([['web', 0]]));
    expect(texts().flat()).toHaveLength(1);
  });

  it('begins with no repository while the run is paused', async () => {
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { run, repositories } = await runOf(place, services, () => {
      reached.resolve();
      return opened.promise;
    });
    const working = announce(run, lock, repositories);
    await reached.promise;
    expect(texts().flat()).toEqual([]);
    opened.resolve();
    expect(await working).toEqual(new Map([['web', 1]]));
  });

  it('finds a comment whose answer was lost', async () => {
    const { run, repositories } = await runOf(place, services);
    const losing: SourceLock = {
      ...lock,
      async addNote(request) {
        await lock.addNote(request);
        throw new MigratorError('ambiguous-write', 'lost', { retry: 'yes' });
      },
    };
    await announce(run, losing, repositories);
    expect(texts().flat()).toHaveLength(1);
    await announce(run, lock, repositories);
    expect(texts().flat()).toHaveLength(1);
  });

  it('leaves sources alone whose targets are not open', async () => {
    const { run, repositories } = await runOf(place, services);
    const closed = repositories.map((one) => ({ ...one, done: new Set(['verify'] as const) }));
    expect(await announce(run, lock, closed)).toEqual(new Map());
    expect(texts().flat()).toEqual([]);
  });
});
