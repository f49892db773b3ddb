import { repeat } from '../../../kernel/async/repeat.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { EventOf, TimedEvent } from '../../../ports/records/events.ts';
import type { LeaseHolder, StepName, StepState } from '../../../ports/records/migration.ts';
import { isRepositoryClaim, type SharedRuns } from '../../../ports/state/shared-run.ts';
import type { Store } from '../../../ports/store.ts';
import type { EventSink } from '../../../report/event-sink.ts';
import type { JobOutcome } from '../../repositories/repositories-run.ts';
import type { EndOfRepository, RunOutcomes } from './run-outcomes.ts';

interface WatchOtherProcesses {
  readonly store: Pick<Store, 'listEvents'>;
  readonly runs: Pick<SharedRuns, 'listClaims'>;
  readonly migration: string;
  /** This one. */
  readonly process: LeaseHolder;
  readonly events: EventSink;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Of the repositories of this run, by slug. */
  readonly targets: ReadonlyMap<string, string>;
  readonly outcomes: RunOutcomes;
  /** Milliseconds since 1970: earlier events are of an earlier run. */
  readonly since: number;
  /** True if it is not known yet to have ended. */
  readonly isOpen: (source: string) => boolean;
  /** True if this process works on it. */
  readonly isHere: (source: string) => boolean;
  /** True if this process has recorded the event. */
  readonly isOwn: (event: TimedEvent) => boolean;
  readonly onEnded: (source: string, outcome: JobOutcome) => void;
  /** Another process works on one no longer, and has not ended it. */
  readonly onLeft: () => void;
  readonly onError: (thrown: unknown) => void;
}

/** Milliseconds between two looks. */
const interval = 1000;

interface Following {
  /** Looks whether one ended untold. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells what other processes do in this run as if it was done here, until it is stopped. */
export function watchOtherProcesses(options: WatchOtherProcesses): Following {
  const ended = new AbortController();
  const { look, catchUp } = createProgressCheck(options);
  const { clock } = options;
  const each = { clock, milliseconds: interval, signal: ended.signal };
  const following = repeat(each, look).catch((thrown: unknown) => {
    if (!ended.signal.aborted) options.onError(thrown);
  });
  return {
    catchUp,
    async stop() {
      ended.abort();
      await following;
      // What ended between the last look and the run's end.
      await look().catch(() => {});
    },
  };
}

/** Describes what was reported of a repository, and which process worked on it then. */
interface Working {
  readonly by: string;
  readonly steps: ReadonlyMap<StepName, StepState['status']>;
}

function nameOf({ pid, hostname }: LeaseHolder): string {
  return `${pid} ${hostname}`;
}

/** Tells what is new at each call. */
function createProgressCheck(options: WatchOtherProcesses) {
  const { store, migration, events, targets, since, outcomes } = options;
  const working = new Map<string, Working>();
  const finished = new Set<string>();
  let warnings = 0;
  let processes = 1;

  function reportProcesses(claims: readonly LeaseHolder[]): void {
    const now = new Set([options.process, ...claims].map(nameOf)).size;
    if (now !== processes) events.emit({ type: 'processes', working: now });
    processes = now;
  }

  async function readClaims(): Promise<ReadonlySet<string>> {
    const claims = await options.runs.listClaims(migration);
    reportProcesses(claims);
    for (const { source, pid, hostname } of claims.filter(isRepositoryClaim)) {
      const target = targets.get(source);
      if (target === undefined || options.isHere(source)) continue;
      const process = { pid, hostname };
      const by = nameOf(process);
      let before = working.get(source);
      if (before?.by !== by) {
        // It is begun, or another process goes on with it.
        events.emit({ type: 'repository-started', repository: source, target, process });
        before = { by, steps: new Map() };
        finished.delete(source);
      }
      const steps = await outcomes.listSteps(source);
      reportSteps(events, source, before.steps, steps);
      working.set(source, { by, steps: new Map(steps.map(({ name, status }) => [name, status])) });
    }
    return new Set(claims.map(({ source }) => source));
  }
  async function readWarnings(): Promise<void> {
    const news = await store.listEvents(migration, 'repository-warning', warnings);
    warnings += news.length;
    for (const event of news) if (event.at >= since && !options.isOwn(event)) events.show(event);
  }
  function report(event: EndOfRepository): void {
    if (finished.has(event.repository)) return;
    events.show(event);
    working.delete(event.repository);
    finished.add(event.repository);
    options.onEnded(event.repository, event.outcome);
  }
  return {
    async look() {
      const claimed = await readClaims();
      await readWarnings();
      for (const event of await outcomes.news()) report(event);
      // A process reports an end before it releases the claim.
      for (const source of working.keys()) {
        if (!claimed.has(source) && working.delete(source)) options.onLeft();
      }
    },
    async catchUp() {
      const isOpen = (source: string) => targets.has(source) && options.isOpen(source);
      for (const event of await outcomes.missed(isOpen)) report(event);
    },
  };
}

function reportSteps(
  events: EventSink,
  repository: string,
  before: ReadonlyMap<StepName, StepState['status']>,
  steps: readonly StepState[],
): void {
  const isDone = ({ status }: StepState) => status === 'done' || status === 'skipped';
  const stepsDone = steps.filter(isDone).length;
  for (const { name: step, status, summary } of steps) {
    if (before.get(step) === status) continue;
    if (status === 'running') events.emit({ type: 'step-started', repository, step, stepsDone });
    if (status !== 'done' && status !== 'skipped') continue;
    const outcome: EventOf<'step-finished'>['outcome'] = status;
    events.emit({ type: 'step-finished', repository, step, outcome, summary: summary ?? '' });
  }
}
