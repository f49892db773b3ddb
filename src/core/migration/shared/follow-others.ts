import type { Clock } from '../../kernel/clock.ts';
import type { EventOf, TimedEvent } from '../../ports/events.ts';
import type {
  LeaseHolder,
  RepositoryState,
  StepName,
  StepState,
} from '../../ports/records/migration.ts';
import { isRepositoryClaim, type SharedRuns } from '../../ports/state/shared-run.ts';
import type { Store } from '../../ports/store.ts';
import type { EventSink } from '../../report/event-sink.ts';
import type { JobOutcome } from '../run/repositories-run.ts';

interface FollowOthers {
  readonly store: Pick<Store, 'listEvents' | 'listSteps' | 'listRepositories'>;
  readonly runs: Pick<SharedRuns, 'listClaims'>;
  readonly migration: string;
  /** This one. */
  readonly process: LeaseHolder;
  readonly events: EventSink;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Of the repositories of this run, by slug. */
  readonly targets: ReadonlyMap<string, string>;
  /** Milliseconds since 1970: what was told before is of an earlier run. */
  readonly since: number;
  /** Whether it is not known yet to have ended. */
  readonly isOpen: (source: string) => boolean;
  /** Whether this process works on it. */
  readonly isHere: (source: string) => boolean;
  /** Whether this process has recorded the event. */
  readonly isOwn: (event: TimedEvent) => boolean;
  readonly onEnded: (source: string, outcome: JobOutcome) => void;
  readonly onError: (thrown: unknown) => void;
}

/** Milliseconds between two looks. */
const interval = 1000;

interface Following {
  /** Looks whether one ended untold, as where the clocks of two machines differ a little. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells what other processes do in this run as if it was done here, until it is stopped. */
export function followOthers(options: FollowOthers): Following {
  const ended = new AbortController();
  const { look, catchUp } = createLook(options);
  async function followForEver(): Promise<never> {
    for (;;) {
      await options.clock.sleep(interval, ended.signal);
      await look();
    }
  }
  const following = followForEver().catch((thrown: unknown) => {
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

/** What was told of a repository, and which process worked on it then. */
interface Working {
  readonly by: string;
  readonly steps: ReadonlyMap<StepName, StepState['status']>;
}

function nameOf({ pid, hostname }: LeaseHolder): string {
  return `${pid} ${hostname}`;
}

const told = ['repository-warning', 'repository-finished'] as const;

/** Tells what is new at each call. */
function createLook(options: FollowOthers) {
  const { store, migration, events, targets, since } = options;
  const read = new Map<TimedEvent['type'], number>();
  const working = new Map<string, Working>();
  const finished = new Set<string>();
  let processes = 1;

  function tellProcesses(claims: readonly LeaseHolder[]): void {
    const now = new Set([options.process, ...claims].map(nameOf)).size;
    if (now !== processes) events.emit({ type: 'processes', working: now });
    processes = now;
  }

  async function lookAtClaims(): Promise<void> {
    const claims = await options.runs.listClaims(migration);
    tellProcesses(claims);
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
      const steps = await store.listSteps(migration, source);
      tellSteps(events, source, before.steps, steps);
      working.set(source, { by, steps: new Map(steps.map(({ name, status }) => [name, status])) });
    }
  }
  async function lookAtEvents(): Promise<void> {
    for (const type of told) {
      const skip = read.get(type) ?? 0;
      const news = await store.listEvents(migration, type, skip);
      read.set(type, skip + news.length);
      for (const event of news) if (event.at >= since && !options.isOwn(event)) tell(event);
    }
  }
  function tell(event: TimedEvent): void {
    if (event.type === 'repository-finished' && finished.has(event.repository)) return;
    events.show(event);
    if (event.type !== 'repository-finished') return;
    working.delete(event.repository);
    finished.add(event.repository);
    options.onEnded(event.repository, event.outcome);
  }
  return {
    async look() {
      await lookAtClaims();
      await lookAtEvents();
    },
    async catchUp() {
      for (const state of await store.listRepositories(migration)) {
        const { source, status } = state;
        const isOver = status === 'succeeded' || status === 'skipped';
        if (!isOver || !targets.has(source) || !options.isOpen(source)) continue;
        tell(finishedEvent({ ...state, status }));
      }
    },
  };
}

function finishedEvent(
  state: RepositoryState & { status: 'succeeded' | 'skipped' },
): EventOf<'repository-finished'> {
  const { source, target, status, refs, webUrl, reason, failure, startedAt, finishedAt } = state;
  const at = finishedAt ?? 0;
  return {
    ...{ type: 'repository-finished', repository: source, target, outcome: status, at },
    ...{ refs, webUrl, reason, failure, lfsObjects: null, pullRequests: null },
    milliseconds: at - (startedAt ?? at),
  };
}

function tellSteps(
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
