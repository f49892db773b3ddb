import type { Dispatcher, DispatchTimer, DueTimer } from '../../../ports/state/dispatcher.ts';
import { removeJob } from './end-job.ts';
import { readTimer, toTimerData } from './job-data.ts';
import { deleteQueues, fillQueue, unlessMissing } from './missing-queue.ts';
import { queueName } from './queue-names.ts';
import type { Fetch } from './take-next.ts';
import type { QueueTools } from './taken-repository.ts';

/** Timers are jobs of a later time, one that waits for each migration and task. */
export function createTimers(
  tools: QueueTools,
  fetch: Fetch,
): Pick<Dispatcher, 'wakeAt' | 'forgetTimer' | 'takeDue'> {
  const { boss, database, taken, redactor } = tools;
  async function set(timer: DispatchTimer, at: number): Promise<void> {
    const key = { singletonKey: timer.task, group: { id: timer.task } };
    const name = queueName('timer', timer.migration);
    await boss.upsert(name, toTimerData(redactor, timer), { ...key, startAfter: new Date(at) });
  }
  return {
    wakeAt: ({ at, ...timer }) =>
      database.guard(() =>
        fillQueue(boss, { kind: 'timer', name: queueName('timer', timer.migration) }, () =>
          database.transaction(() => set(timer, at)),
        ),
      ),
    forgetTimer: (migration, task) =>
      database.guard(async () => {
        const name = queueName('timer', migration);
        if ((await boss.getQueue(name)) === null) return;
        const jobs = await unlessMissing(boss.findJobs(name), []);
        const isOwn = ({ singletonKey }: (typeof jobs)[number]) => singletonKey === task;
        const own = jobs.filter(isOwn).map(({ id }) => id);
        // What is set at this very moment is forgotten with the queue, as if it had been set before.
        if (jobs.every(isOwn)) await deleteQueues(boss, [name]);
        else if (own.length > 0) await boss.deleteJob(name, own);
      }),
    takeDue: ({ migrations }) =>
      database.guard(async () => {
        const job = await fetch('timer', { migrations: migrations ?? null, waves: null });
        if (job === null) return null;
        const timer = readTimer(job);
        async function end(work: () => Promise<unknown>): Promise<void> {
          await database.guard(work);
          taken.remove(job as NonNullable<typeof job>);
        }
        taken.add(job);
        return {
          ...timer,
          done: () => end(() => removeJob(boss, job)),
          again: (at) =>
            end(() =>
              database.transaction(async () => {
                if (await removeJob(boss, job)) await set(timer, at);
              }),
            ),
        } satisfies DueTimer;
      }),
  };
}
