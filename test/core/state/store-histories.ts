import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { leaseMilliseconds } from '../../../src/core/ports/records/migration.ts';
import type { Store } from '../../../src/core/ports/store.ts';
import {
  type Actor,
  claiming,
  creating,
  firstMigration,
  ids,
  kinds,
  type Step,
  start,
  writes,
} from './history-steps.ts';
import { type ModelWorld, modelStore } from './model-store.ts';
import { hostname, type OpenStorePlace } from './store-place.ts';

/** Two processes of this machine and one of another: each opens the state by itself. */
const processes = [
  { pid: 100, hostname },
  { pid: 200, hostname },
  { pid: 100, hostname: 'elsewhere' },
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

/** Returns what a call gives: its result, or how it was refused. */
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
    const targets = [...(await store.listTargetObjects(id))]
      .map(([one, rows]) => [one, ...rows.map((row) => `${row.kind} ${row.sourceId}`).sort()])
      .sort();
    const newest = (await store.findByPlan(planDigest))?.id;
    const holder = await store.findHolder(id);
    const events = await store.listEvents(id, 'repository-warning');
    const audit = await store.listAudit(id, { after: 0, limit: 1000 });
    const lines = audit.map(({ text: line }) => line);
    details.push({ repositories, inside, targets, newest, holder, events, lines });
  }
  return { overviews, details };
}
