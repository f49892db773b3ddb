import type { PgBoss } from 'pg-boss';
import type { FetchedJob } from './job-data.ts';

/** Seconds of silence after which a job may be taken by another process: pg-boss's least. */
export const heartbeatSeconds = 10;
/** Milliseconds. */
const touchInterval = 3000;

/** The jobs that this process has taken. A timer reports to the database that it lives. */
export class TakenJobs {
  readonly #boss: Pick<PgBoss, 'touch'>;
  readonly #jobs = new Set<FetchedJob>();
  #timer: NodeJS.Timeout | undefined;
  #isTouching = false;

  constructor(boss: Pick<PgBoss, 'touch'>) {
    this.#boss = boss;
  }

  add(job: FetchedJob): void {
    this.#jobs.add(job);
    this.#timer ??= setInterval(() => void this.#touch(), touchInterval).unref();
  }

  remove(job: FetchedJob): void {
    this.#jobs.delete(job);
    if (this.#jobs.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #touch(): Promise<void> {
    if (this.#isTouching) return;
    this.#isTouching = true;
    for (const [name, jobs] of Map.groupBy(this.#jobs, (job) => job.name)) {
      const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
      // The database is lost: then another may take them, which does no harm.
      await this.#boss.touch(name, attempts).catch(() => {});
    }
    this.#isTouching = false;
  }
}
