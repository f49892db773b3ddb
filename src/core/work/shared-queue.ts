import type { Clock } from '../kernel/clock.ts';
import type { Dispatcher, DispatchSelection, TakenRepository } from '../ports/state/dispatcher.ts';
import type { SharedRun } from '../ports/state/shared-run.ts';
import type { QueueConditions, TaskQueue } from './task-queue.ts';

export interface SharedQueueOptions<One> extends QueueConditions {
  readonly dispatcher: Dispatcher;
  readonly selection: DispatchSelection;
  readonly run: Pick<SharedRun, 'id'>;
  /** Given out first, and not from the queue. */
  readonly first: readonly One[];
  /**
   * Finds one that this process may work on; `null`: it may not.
   * @param taskOptions by the process that leads; `null` where it was not taken from the queue
   */
  readonly find: (source: string, taskOptions: string | null) => One | null;
  /** Tells whether one has come to its end, whichever process worked on it. */
  readonly hasEnded: (source: string) => Promise<boolean>;
  /** Tells whether the coordinator has to check it first. */
  readonly isKeptBack: (source: string) => Promise<boolean>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Nothing will be queued any more. */
  readonly isDone: () => Promise<boolean>;
  /** Asked where the queue has none: one that nobody has. */
  readonly takeLost: () => Promise<One | null>;
  readonly onSettled: (source: string) => void;
  /** Slugs of those of which this process knows that they have ended. */
  readonly ended: ReadonlySet<string>;
  /** Queues one once more. @returns whether it was; otherwise it is given out here */
  readonly queueAgain: (one: One) => Promise<boolean>;
  readonly onError: (thrown: unknown) => void;
}

/** Where the process that leads has nothing to decide about one. */
export const noTaskOptions = '{}';
/** Milliseconds until one that another process works on, or that is kept back, is looked at again. */
const elsewherePause = 5000;
/** Milliseconds between two looks at the queue and at what else has changed. */
const longestWait = 1000;

/** The queue that several processes take from. */
export function createSharedQueue<One extends { readonly source: string }>(
  options: SharedQueueOptions<One>,
): TaskQueue<One> {
  const { dispatcher, selection, run, clock, over } = options;
  const taken = new Map<string, TakenRepository>();
  const first = [...options.first];
  /** Of these: those that another process works on. */
  const elsewhere: One[] = [];

  async function takeNext(): Promise<One | null> {
    const next = await dispatcher.take(selection);
    if (next === null) return null;
    if (next.run !== run.id) {
      // Left by a run that has ended, or queued for the one after this.
      if (await options.isDone()) {
        await next.putBack({ afterMilliseconds: 0 });
        return null;
      }
      await next.done();
      return takeNext();
    }
    const one = options.find(next.source, next.taskOptions);
    // Queued twice, by one that has lost its answer, or for a plan that was changed since.
    if (one === null || taken.has(next.source) || (await options.hasEnded(next.source))) {
      await next.done();
      return takeNext();
    }
    if (await options.isKeptBack(next.source)) {
      await next.putBack({ afterMilliseconds: elsewherePause });
      // What comes next may be kept back as well: a long queue is not to be gone through at full speed.
      return null;
    }
    taken.set(next.source, next);
    return one;
  }

  return {
    async take() {
      for (;;) {
        if (over.aborted) return null;
        const next = first.shift() ?? (await takeNext()) ?? (await options.takeLost());
        if (next !== null) return next;
        if (!options.mayComeBack() && (await options.isDone())) return null;
        await clock.sleep(longestWait, over).catch(() => {});
        first.push(...elsewhere.splice(0).filter(({ source }) => !options.ended.has(source)));
      }
    },
    takeOut(source) {
      const isOver = taken.has(source) || options.ended.has(source);
      return isOver ? null : options.find(source, null);
    },
    // The next look is never far.
    lookAgain() {},
    putBack(one) {
      options.queueAgain(one).then((isQueued) => {
        if (!isQueued) first.push(one);
      }, options.onError);
    },
    async settle(source, how) {
      const one = taken.get(source);
      taken.delete(source);
      if (how === 'ended') options.onSettled(source);
      if (one === undefined) {
        const again = how === 'elsewhere' ? options.find(source, null) : null;
        if (again !== null) elsewhere.push(again);
        return;
      }
      if (how === 'ended') await one.done();
      else await one.putBack({ afterMilliseconds: how === 'open' ? 0 : elsewherePause });
    },
  };
}
