import type { Clock } from '../../kernel/clock.ts';
import type { RateLimitState } from '../../network/rate-limit/rate-limit-state.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type KnownRateLimit,
  type RateLimitChange,
  type RateLimitStore,
} from '../../network/rate-limit/rate-limit-store.ts';
import { abandonGeneration, isBusy, isDamage } from './rate-limit-database.ts';
import { RateLimitTables } from './rate-limit-tables.ts';

export interface SqliteRateLimitStoreOptions {
  readonly stateFolder: string;
  readonly clock: Clock;
  readonly pid: number;
  readonly isProcessAlive: (pid: number) => boolean;
  /** Called once, if the budgets can be neither read nor kept. */
  readonly warn: (message: string) => void;
}

type LateChange = (state: RateLimitState) => RateLimitState;

const unchanged = (state: RateLimitState) => ({ state, result: undefined });

/** With the time-out of each try some ten seconds: nothing that goes well holds the file for a thousandth of that. */
const busyTries = 80;
const busyPause = 25;
const mostRepairs = 2;

/**
 * Budgets in the state folder, shared by all processes that use it and by later runs. Opened by the first request.
 * Where it cannot be used, this process keeps to the pace alone: reading must not end for want of a note.
 */
export class SqliteRateLimitStore implements KeptRateLimitStore {
  readonly owner: string;
  readonly #options: SqliteRateLimitStoreOptions;
  #tables: RateLimitTables | null = null;
  #alone: RateLimitStore | null = null;
  /** Changes by key that wait for the next update. */
  readonly #late = new Map<string, readonly LateChange[]>();
  /** From the database before this one, which was damaged or removed. */
  #known: KnownRateLimit | null = null;

  constructor(options: SqliteRateLimitStoreOptions) {
    this.#options = options;
    this.owner = String(options.pid);
  }

  isAlive(owner: string): boolean {
    return owner === this.owner || this.#options.isProcessAlive(Number(owner));
  }

  async update<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    return this.#updateNow(key, this.#withLate(key, change));
  }

  /** Each transaction costs as much as all else that a request needs of the state: most of these need none of their own. */
  updateSoon(key: string, change: LateChange): void {
    if (this.#late.size === 0) setImmediate(() => this.#catchUp());
    this.#late.set(key, [...(this.#late.get(key) ?? []), change]);
  }

  async #updateNow<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    const now = () => this.#options.clock.now();
    const done = await this.#use((tables) => tables.update(key, change, now()));
    return done === null ? this.#goAlone().update(key, change) : done.result;
  }

  async fold(key: string, account: string): Promise<void> {
    const now = () => this.#options.clock.now();
    const done = await this.#use((tables) => tables.fold(key, account, now()));
    if (done === null) await this.#goAlone().fold(key, account);
  }

  async close(): Promise<void> {
    for (const key of [...this.#late.keys()]) {
      const change = this.#withLate(key, unchanged);
      try {
        if (this.#alone === null) this.#tables?.update(key, change, this.#options.clock.now());
      } catch {
        // Others learn from this process's end that its requests are over.
      }
    }
    this.#closeTables();
  }

  #catchUp(): void {
    for (const key of [...this.#late.keys()]) {
      void this.#updateNow(key, this.#withLate(key, unchanged));
    }
  }

  /** Does what is left over first, and once. */
  #withLate<T>(key: string, change: RateLimitChange<T>): RateLimitChange<T> {
    const late = this.#late.get(key) ?? [];
    this.#late.delete(key);
    return (before) => change(late.reduce((state, one) => one(state), before));
  }

  #closeTables(): void {
    this.#known = this.#tables?.known() ?? this.#known;
    this.#tables?.close();
    this.#tables = null;
  }

  /** `null` where the database cannot be used. */
  async #use<T>(work: (tables: RateLimitTables) => T): Promise<{ readonly result: T } | null> {
    let busy = 0;
    let repairs = 0;
    while (this.#alone === null) {
      try {
        return { result: work(this.#current()) };
      } catch (thrown) {
        if (isBusy(thrown) && busy < busyTries) {
          busy++;
          await this.#pause();
        } else if (isDamage(thrown) && repairs < mostRepairs) {
          repairs++;
          this.#repair();
        } else {
          this.#goAlone(thrown);
        }
      }
    }
    return null;
  }

  #current(): RateLimitTables {
    if (this.#tables?.isCurrent() === true) return this.#tables;
    const { stateFolder, clock } = this.#options;
    this.#closeTables();
    this.#tables = RateLimitTables.open({ stateFolder, now: clock.now() });
    if (this.#known !== null) this.#tables.adopt(this.#known, clock.now());
    this.#known = null;
    return this.#tables;
  }

  #repair(): void {
    try {
      this.#closeTables();
      abandonGeneration(this.#options.stateFolder);
    } catch (thrown) {
      this.#goAlone(thrown);
    }
  }

  async #pause(): Promise<void> {
    // A run that is to end does not sleep; it has to try again all the same.
    await this.#options.clock.sleep(busyPause).catch(() => {});
  }

  #goAlone(thrown?: unknown): RateLimitStore {
    if (this.#alone !== null) return this.#alone;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    this.#options.warn(
      `Cannot record recent requests in ${this.#options.stateFolder}: ${why}. Rate limits ignore other runs.`,
    );
    this.#closeTables();
    this.#alone = createMemoryRateLimitStore(this.#known ?? undefined);
    return this.#alone;
  }
}
