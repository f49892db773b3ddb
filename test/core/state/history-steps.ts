import fc from 'fast-check';
import {
  type CreatedKind,
  type LeaseHolder,
  type Migration,
  migrationStatuses,
  repositoryStatuses,
  stepNames,
  stepStatuses,
} from '../../../src/core/ports/records/migration.ts';
import type { MigrationWriter, Store, WorkerClaim } from '../../../src/core/ports/store.ts';

export const start = 1_000_000;
const sources = ['zebra', 'ant', 'bee'];
export const ids = ['mig_000000000001', 'mig_000000000002'];
const digests = ['one', 'two'];
export const kinds = ['repository', 'comment', 'refs', 'sync', 'cutover', 'branch'] as const;

/** Describes what one process sees: its store, and the leases that it took, the last of which it writes with. */
export interface Actor {
  readonly store: Store;
  readonly writers: MigrationWriter[];
  readonly claims: WorkerClaim[];
}

export interface Step {
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

/** Creates a migration. */
export const creating = fc
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

/** Writes and reads with a lease. */
export const writes: readonly fc.Arbitrary<Step>[] = [
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
    .tuple(source, kind, sourceId, text)
    .map(([one, k, id, data]) =>
      writing(`document ${one} ${k} ${id}`, (w) => w.saveDocument(one, k, id, data)),
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
  fc.constant(writing('check', (w) => w.checkLease())),
  fc.constant(writing('renew', (w) => w.renew())),
  fc.constant(writing('release', (w) => w.release())),
  fc
    .tuple(source, kind, sourceId)
    .map(([one, k, id]) => writing(`find ${one} ${k} ${id}`, (w) => w.findObject(one, k, id))),
];

/** Takes, renews and gives back workers of a license. */
export const claiming: readonly fc.Arbitrary<Step>[] = [
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

export const firstMigration = step('create', ({ store }) =>
  store.createMigration(migrationOf(ids[0] ?? '', 'one', '{}'), [
    { source: 'zebra', target: 'Zebra' },
    { source: 'ant', target: 'ant' },
  ]),
);

function migrationOf(id: string, planDigest: string, planText: string): Migration {
  return {
    ...{ id, planDigest, planText, settings: '{}', status: 'pending' },
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme-org' },
    ...{ createdAt: start, updatedAt: start },
  };
}
