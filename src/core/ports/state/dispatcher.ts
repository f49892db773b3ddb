export const dispatchedTasks = ['migrate', 'sync', 'verify', 'settings', 'secrets'] as const;

export type DispatchedTask = (typeof dispatchedTasks)[number];

/** A repository that waits for a process to work on it. Of one migration, source and task there is one at a time. */
export interface DispatchedRepository {
  readonly migration: string;
  /** The source slug. */
  readonly source: string;
  readonly task: DispatchedTask;
  /** Free text; `null` for none. */
  readonly wave: string | null;
  /** Which run of the coordinator queued it. Opaque. */
  readonly run: string;
  /** JSON, what the coordinator has settled for it. Never a credential: what the redactor knows is taken out. */
  readonly taskOptions: string;
}

/** Which repositories a process works on. */
export interface DispatchSelection {
  /** All of them where it is missing or `null`. */
  readonly migrations?: readonly string[] | null;
  /** Repositories of these waves alone; `null` for all, also those of no wave. */
  readonly waves: readonly string[] | null;
}

/** While it is taken, the dispatcher shows the others that this process lives; when that ends, another takes it. */
export interface TakenRepository extends DispatchedRepository {
  /**
   * It has ended, well or not: it leaves the queue. Like putBack(), it changes nothing once another process has taken the
   * repository, and may be called again.
   */
  done(): Promise<void>;
  /** Puts it back into its place in the queue, to be taken after so many milliseconds at the earliest. */
  putBack(options: { readonly afterMilliseconds: number }): Promise<void>;
}

/** A moment at which some process is to coordinate the next round of a task. There is one for each migration and task. */
export interface DispatchTimer {
  readonly migration: string;
  readonly task: DispatchedTask;
  /** Opaque, as in DispatchedRepository. */
  readonly run: string;
  readonly taskOptions: string;
}

/** Due: this process coordinates the round. When it dies meanwhile, the timer is due for another one. */
export interface DueTimer extends DispatchTimer {
  /** Forgets it, unless wakeAt() has set it again meanwhile. */
  done(): Promise<void>;
  /** Sets it for the next round. @param at milliseconds since 1970 of the database's clock */
  again(at: number): Promise<void>;
}

/** Queues that were there at a moment. */
export interface FoundQueues {
  /** Deletes queues with their jobs, except those of these migrations. A process keeps the job that it has taken. */
  deleteExcept(migrations: readonly string[]): Promise<void>;
}

/**
 * The queue of repositories that several processes take from. It wakes and orders, and never owns: whichever process takes a
 * repository takes its lease first, and puts it back where another process has that. So a repository that is taken twice does no
 * harm, and none is lost. Methods throw `state` where the database cannot be used, or a newer program has changed the queue.
 */
export interface Dispatcher {
  /**
   * Queues them in this order, behind what this dispatcher has queued before, into queues that no other one fills. One that it has
   * queued and that waits or is active stays as it is.
   */
  queue(repositories: readonly DispatchedRepository[]): Promise<void>;
  /** The next one, or `null` where none may be taken now. One wave comes after the other, as they were first queued. */
  take(selection: DispatchSelection): Promise<TakenRepository | null>;
  /** Finds the queues of repositories of all runs. No run that begins later fills one of them. */
  findQueues(): Promise<FoundQueues>;
  /** Sets the timer of this migration and task. @param at milliseconds since 1970 of the database's clock */
  wakeAt(timer: DispatchTimer & { readonly at: number }): Promise<void>;
  /** Also one that a process coordinates, which then sets it no more. Deletes its queue. */
  forgetTimer(migration: string, task: DispatchedTask): Promise<void>;
  /** A timer that has passed and that no process coordinates. */
  takeDue(selection: Pick<DispatchSelection, 'migrations'>): Promise<DueTimer | null>;
  /** Closes it. Jobs that are still taken go to another process within 15 seconds: put them back first. */
  close(): Promise<void>;
}
