import type { Dispatcher, DispatchTimer, DueTimer } from '../../../ports/state/dispatcher.ts';
import { removeJob } from './end-job.ts';
import { readTimer, toTimerData } from './job-data.ts';
import { queueName } from './queue-names.ts';
import { createQueue } from './queue-options.ts';
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
      database.guard(async () => {
        await createQueue(boss, 'timer', queueName('timer', timer.migration));
        await database.transaction(() => set(timer, at));
      }),
    forgetTimer: (migration, task) =>
      database.guard(async () => {
        const name = queueName('timer', migration);
        if ((await boss.getQueue(name)) === null) return;
        const jobs = await boss.findJobs(name, { key: task });
        if (jobs.length > 0)
          await boss.deleteJob(
            name,
            jobs.map(({ id }) => id),
          );
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
