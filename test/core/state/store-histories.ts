import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import {
  type CreatedKind,
  type LeaseHolder,
  leaseMilliseconds,
  type Migration,
  migrationStatuses,
  repositoryStatuses,
  stepNames,
  stepStatuses,
} from '../../../src/core/ports/records/migration.ts';
import type { MigrationWriter, Store, WorkerClaim } from '../../../src/core/ports/store.ts';
import { type ModelWorld, modelStore } from './model-store.ts';
import { hostname, type OpenStorePlace } from './store-place.ts';

const start = 1_000_000;
const sources = ['zebra', 'ant', 'bee'];
const ids = ['mig_000000000001', 'mig_000000000002'];
const digests = ['one', 'two'];
const kinds = ['repository', 'comment', 'refs', 'sync', 'cutover', 'branch'] as const;

/** Two processes of this machine and one of another: each opens the state by itself. */
const processes = [
  { pid: 100, hostname },
  { pid: 200, hostname },
  { pid: 100, hostname: 'elsewhere' },
];

/** What one process sees: its store, and the leases that it took, the last of which it writes with. */
interface Actor {
  readonly store: Store;
  readonly writers: MigrationWriter[];
  readonly claims: WorkerClaim[];
}

interface Step {
  readonly name: string;
  readonly run: (actor: Actor, process: LeaseHolder) => Promise<unknown>;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('1/a', '1/b', '1/', '2', "'; --", '{"x":1}', '\\x00', 'ü', '\u{1f600}'),
);
const sourceId = fc.constantFrom('1', '1/a', '1/b', '2/a', 'Ä', '\u{1f600}', '_', '%');
const kind = fc.constantFrom<CreatedKind>(...kinds);
const source = fc.constantFrom('zebra', 'ant');

function step(name: string, run: Step['run']): Step {
  return { name, run };
}

/** One that writes with the last lease of its process, if it ever had one. */
function writing(name: string, run: (writer: MigrationWriter) => Promise<unknown>): Step {
  return step(name, async ({ writers }) => {
    const writer = writers.at(-1);
    return writer === undefined ? 'no lease' : run(writer);
  });
}

const creating = fc
  .record({ id: fc.constantFrom(...ids), planDigest: fc.constantFrom(...digests), planText: text })
  .map(({ id, planDigest, planText }) =>
    step(`create ${id} of plan ${planDigest}`, async ({ store }) => {
      // An id is never made twice.
      if ((await store.findMigration(id)) !== null) return 'is there';
      return store.createMigration(migrationOf(id, planDigest, planText), [
        { source: 'zebra', target: 'Zebra' },
        { source: 'ant', target: 'ant' },
      ]);
    }),
  );

const repositoryChange = fc.record(
  {
    status: fc.constantFrom(...repositoryStatuses),
    refs: fc.option(fc.nat()),
    webUrl: fc.option(text),
    reason: fc.option(text),
    startedAt: fc.option(fc.nat()),
    finishedAt: fc.option(fc.nat()),
    failure: fc.option(
      fc.record({
        ...{ code: fc.constant('refused' as const), retry: fc.constant('no' as const) },
        ...{ message: text, hint: fc.option(text), detail: fc.option(text) },
      }),
    ),
  },
  { requiredKeys: ['status'] },
);

const result = fc
  .record({ targetId: text, targetUrl: text, data: fc.option(text, { nil: undefined }) })
  .map(({ data, ...rest }) => ({ ...rest, ...(data !== undefined && { data }) }));

const writes: readonly fc.Arbitrary<Step>[] = [
  fc
    .constantFrom(...migrationStatuses)
    .map((status) => writing(`be ${status}`, (w) => w.setStatus(status))),
  fc
    .tuple(source, repositoryChange)
    .map(([one, change]) => writing(`save ${one}`, (w) => w.saveRepository(one, change))),
  fc
    .tuple(
      source,
      fc.record({
        ...{ name: fc.constantFrom(...stepNames), status: fc.constantFrom(...stepStatuses) },
        ...{ summary: fc.option(text), data: fc.option(text) },
      }),
    )
    .map(([one, saved]) => writing(`step ${one} ${saved.name}`, (w) => w.saveStep(one, saved))),
  fc
    .tuple(
      source,
      kind,
      fc.uniqueArray(sourceId, { minLength: 1, maxLength: 3 }),
      fc.option(fc.dictionary(sourceId, text), { nil: undefined }),
    )
    .map(([one, k, list, texts]) => {
      const data = texts === undefined ? undefined : new Map(Object.entries(texts));
      return writing(`intend ${one} ${k} ${list}`, (w) => w.recordIntents(one, k, list, data));
    }),
  fc
    .tuple(source, kind, sourceId)
    .map(([one, k, id]) =>
      writing(`forget intent ${one} ${k} ${id}`, (w) => w.forgetIntent(one, k, id)),
    ),
  fc
    .tuple(source, kind, fc.uniqueArray(sourceId, { minLength: 1, maxLength: 3 }))
    .map(([one, k, list]) =>
      writing(`forget ${one} ${k} ${list}`, (w) => w.forgetObjects(one, k, list)),
    ),
  fc
    .tuple(source, kind, fc.uniqueArray(sourceId, { minLength: 1, maxLength: 3 }), result)
    .map(([one, k, list, made]) =>
      writing(`result ${one} ${k} ${list}`, (w) =>
        w.recordResults(
          one,
          k,
          list.map((id) => ({ sourceId: id, ...made })),
        ),
      ),
    ),
  fc
    .tuple(source, kind, sourceId, text)
    .map(([one, k, id, data]) =>
      writing(`data ${one} ${k} ${id}`, (w) => w.saveObjectData(one, k, id, data)),
    ),
  fc
    .tuple(
      fc.uniqueArray(source),
      fc.option(fc.record({ settings: text, planText: text }), { nil: undefined }),
    )
    .map(([list, change]) => writing(`reset ${list}`, (w) => w.resetRepositories(list, change))),
  fc
    .tuple(
      fc.array(fc.record({ source: fc.constantFrom(...sources), target: text }), { maxLength: 3 }),
      text,
    )
    .map(([list, planText]) => writing('add', (w) => w.addRepositories(list, planText))),
  source.map((one) => writing(`forget all of ${one}`, (w) => w.forgetRepository(one))),
  text.map((message) =>
    writing('event', (w) =>
      w.appendEvent({ type: 'repository-warning', repository: 'ant', message, at: 1 }),
    ),
  ),
  text.map((path) =>
    writing('record a write', (w) => w.appendAudit({ type: 'audit' }, [{ path }, { path }])),
  ),
  fc.constant(writing('check', (w) => w.checkHeld())),
  fc.constant(writing('renew', (w) => w.renew())),
  fc.constant(writing('release', (w) => w.release())),
  fc
    .tuple(source, kind, sourceId)
    .map(([one, k, id]) => writing(`find ${one} ${k} ${id}`, (w) => w.findObject(one, k, id))),
];

const claiming: readonly fc.Arbitrary<Step>[] = [
  fc
    .record({ least: fc.integer({ min: 1, max: 4 }), most: fc.integer({ min: 1, max: 6 }) })
    .map((wanted) =>
      step(
        `claim ${wanted.least} to ${wanted.most} workers`,
        async ({ store, claims }, process) => {
          const claim = await store.claimWorkers(process, { ...wanted, allowed: 8 });
          if (claim !== null) claims.push(claim);
          return claim?.workers;
        },
      ),
    ),
  fc.constant(step('renew a claim', async ({ claims }) => claims.at(-1)?.renew())),
  fc.constant(step('release a claim', async ({ claims }) => claims.pop()?.release())),
];

type Move =
  | { readonly move: 'call'; readonly actor: number; readonly step: Step }
  | { readonly move: 'acquire'; readonly actor: number; readonly id: string }
  | { readonly move: 'time'; readonly milliseconds: number }
  | { readonly move: 'kill' | 'revive'; readonly pid: number };

const actor = fc.nat({ max: processes.length - 1 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ move: fc.constant('call' as const), actor, step: creating }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      move: fc.constant('acquire' as const),
      actor,
      id: fc.constantFrom(...ids),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ move: fc.constant('call' as const), actor, step: fc.oneof(...writes) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ move: fc.constant('call' as const), actor, step: fc.oneof(...claiming) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant('time' as const),
      milliseconds: fc.constantFrom(
        1,
        leaseMilliseconds / 2,
        leaseMilliseconds - 1,
        leaseMilliseconds,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      move: fc.constantFrom('kill' as const, 'revive' as const),
      pid: fc.constantFrom(100, 200),
    }),
  },
);

/** Random histories of several processes, after each step of which the store says what the model says. */
export function storeHistories(name: string, openPlace: OpenStorePlace, runs: number): void {
  describe(`${name} in random histories of three processes`, () => {
    it('answers, refuses and holds what the model does', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
          await replay(openPlace, [{ move: 'call', actor: 0, step: firstMigration }, ...moves]);
        }),
        { numRuns: runs },
      );
    });
  });
}

const firstMigration = step('create', ({ store }) =>
  store.createMigration(migrationOf(ids[0] ?? '', 'one', '{}'), [
    { source: 'zebra', target: 'Zebra' },
    { source: 'ant', target: 'ant' },
  ]),
);

async function replay(openPlace: OpenStorePlace, moves: readonly Move[]): Promise<void> {
  let now = start;
  const dead = new Set<number>();
  const isProcessAlive = (pid: number) => !dead.has(pid);
  const world: ModelWorld = {
    ...{ migrations: new Map(), claims: new Map() },
    ...{ now: () => now, isProcessAlive, hostname },
  };
  await using place = await openPlace();
  await place.setTime(now);
  const real = processes.map(
    (): Actor => ({
      store: place.open({ now: () => now, isProcessAlive }),
      writers: [],
      claims: [],
    }),
  );
  const model = processes.map((): Actor => ({ store: modelStore(world), writers: [], claims: [] }));
  try {
    for (const one of moves) {
      if (one.move === 'time') {
        now += one.milliseconds;
        await place.setTime(now);
      } else if ('pid' in one) {
        if (one.move === 'kill') dead.add(one.pid);
        else dead.delete(one.pid);
      } else {
        const expected = await outcome(model[one.actor], one);
        expect([describeMove(one), await outcome(real[one.actor], one)]).toEqual([
          describeMove(one),
          expected,
        ]);
      }
    }
    const reader = real[1]?.store as Store;
    expect(await everything(reader)).toEqual(await everything(modelStore(world)));
  } finally {
    for (const { store } of real) await store.close();
  }
}

function describeMove(move: Move): string {
  if (move.move === 'call') return `${move.actor}: ${move.step.name}`;
  return move.move === 'acquire' ? `${move.actor}: acquire ${move.id}` : move.move;
}

/** What a call gives: its result, or how it was refused. */
async function outcome(actor: Actor | undefined, move: Move): Promise<unknown> {
  if (actor === undefined) throw new TypeError('no such process');
  try {
    if (!('actor' in move)) return null;
    const holder = processes[move.actor] ?? { pid: 0, hostname: '' };
    if (move.move === 'call') return { result: await move.step.run(actor, holder) };
    if ((await actor.store.findMigration(move.id)) === null) return 'none';
    actor.writers.push(await actor.store.acquire(move.id, holder));
    return 'acquired';
  } catch (error) {
    if (error instanceof MigratorError) return { code: error.code, retry: error.retry };
    throw error;
  }
}

/** All that can be read. */
async function everything(store: Store): Promise<unknown> {
  const overviews = await store.listMigrations();
  const details = [];
  for (const { id, planDigest } of overviews) {
    const repositories = await store.listRepositories(id);
    const inside = [];
    for (const { source: one } of repositories) {
      const objects = [];
      for (const k of kinds) {
        objects.push(await store.listObjects(id, one, k));
        objects.push(await store.listObjects(id, one, k, '1/'));
      }
      const steps = [...(await store.listSteps(id, one))].sort((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      inside.push({ one, objects, steps });
    }
    const newest = (await store.findByPlan(planDigest))?.id;
    const holder = await store.findHolder(id);
    const events = await store.listEvents(id, 'repository-warning');
    const audit = await store.listAudit(id, { after: 0, limit: 1000 });
    const lines = audit.map(({ text: line }) => line);
    details.push({ repositories, inside, newest, holder, events, lines });
  }
  return { overviews, details };
}

function migrationOf(id: string, planDigest: string, planText: string): Migration {
  return {
    ...{ id, planDigest, planText, settings: '{}', status: 'pending' },
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme-org' },
    ...{ createdAt: start, updatedAt: start },
  };
}
