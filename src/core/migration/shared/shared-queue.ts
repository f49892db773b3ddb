import type { Clock } from '../../kernel/clock.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type {
  Dispatcher,
  DispatchSelection,
  TakenRepository,
} from '../../ports/state/dispatcher.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { QueueConditions, RepositoryQueue } from '../run/repository-queue.ts';

interface SharedQueueOptions extends QueueConditions {
  readonly dispatcher: Dispatcher;
  readonly selection: DispatchSelection;
  readonly run: Pick<SharedRun, 'id' | 'task'>;
  /** Gets what the process that leads has decided, by slug. */
  readonly decided: Map<string, string>;
  /** Given out first, and not from the queue. */
  readonly first: readonly PlannedRepository[];
  /** By slug: those that this process may work on. */
  readonly repositories: ReadonlyMap<string, PlannedRepository>;
  /** Whether one has come to its end, whichever process worked on it. */
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** Whether the coordinator has to check it first. */
  readonly isKeptBack: (source: string) => Promise<boolean>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Nothing will be queued any more. */
  readonly isDone: () => Promise<boolean>;
  /** Asked where the queue has none: one that nobody has. */
  readonly takeLost: () => Promise<PlannedRepository | null>;
  readonly onSettled: (source: string) => void;
  /** Slugs of those of which this process knows that they have ended. */
  readonly ended: ReadonlySet<string>;
  /** Queues one once more. @returns whether it was; otherwise it is given out here */
  readonly queueAgain: (planned: PlannedRepository) => Promise<boolean>;
  readonly onError: (thrown: unknown) => void;
  readonly signal: AbortSignal;
}

/** Where the process that leads has nothing to decide about one. */
export const nothingDecided = '{}';
/** Milliseconds until one that another process works on, or that is kept back, is looked at again. */
const elsewherePause = 5000;
/** Milliseconds between two looks at what else has changed. */
const longestWait = 1000;

/** The queue that several processes take from. */
export function createSharedQueue(options: SharedQueueOptions): RepositoryQueue {
  const { dispatcher, selection, repositories, run, clock, signal } = options;
  const taken = new Map<string, TakenRepository>();
  const first = [...options.first];
  /** Of these: those that another process works on. */
  const elsewhere: PlannedRepository[] = [];

  async function takeNext(): Promise<PlannedRepository | null> {
    const next = await dispatcher.take(selection);
    if (next === null) return null;
    const isOfThis = next.run === run.id || next.decided === nothingDecided;
    if (next.task !== run.task || !isOfThis) {
      // Left by a run that has ended, or queued for the one after this.
      if (await options.isDone()) {
        await next.putBack({ afterMilliseconds: 0 });
        return null;
      }
      await next.done();
      return takeNext();
    }
    const planned = repositories.get(next.source);
    // Queued twice, by one that has lost its answer, or for a plan that was changed since.
    if (planned === undefined || taken.has(next.source) || (await options.hasEnded(next.source))) {
      await next.done();
      return takeNext();
    }
    if (await options.isKeptBack(next.source)) {
      await next.putBack({ afterMilliseconds: elsewherePause });
      // What comes next may be kept back as well: a long queue is not to be gone through at full speed.
      await clock.sleep(longestWait, signal).catch(() => {});
      return null;
    }
    taken.set(next.source, next);
    options.decided.set(next.source, next.decided);
    return planned;
  }

  return {
    async take() {
      for (;;) {
        if (options.isOver()) return null;
        const next = first.shift() ?? (await takeNext()) ?? (await options.takeLost());
        if (next !== null) return next;
        if (!options.mayComeBack() && (await options.isDone())) return null;
        await dispatcher.waitForMore(selection, { signal, milliseconds: longestWait });
        first.push(...elsewhere.splice(0).filter(({ source }) => !options.ended.has(source)));
      }
    },
    takeOut(source) {
      const isOver = taken.has(source) || options.ended.has(source);
      return isOver ? null : (repositories.get(source) ?? null);
    },
    // The next look is never far.
    lookAgain() {},
    putBack(planned) {
      options.queueAgain(planned).then((isQueued) => {
        if (!isQueued) first.push(planned);
      }, options.onError);
    },
    async settle(source, how) {
      const one = taken.get(source);
      taken.delete(source);
      if (how === 'ended') options.onSettled(source);
      if (one === undefined) {
        const planned = repositories.get(source);
        if (how === 'elsewhere' && planned !== undefined) elsewhere.push(planned);
        return;
      }
      if (how === 'ended') await one.done();
      else await one.putBack({ afterMilliseconds: how === 'open' ? 0 : elsewherePause });
    },
  };
}
