import type { Clock } from '../../kernel/clock.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type KnownRateLimit,
  type RateLimitChange,
  type RateLimitStore,
} from '../../network/rate-limit/rate-limit-store.ts';
import { type RateLimitBackend, shareRateLimits } from '../both/share-rate-limits.ts';
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

/** With the time-out of each try some ten seconds: nothing that goes well holds the file for a thousandth of that. */
const busyTries = 80;
const busyPause = 25;
const mostRepairs = 2;

/** Shares rate limits by a file in the state folder, also with later runs. It is opened by the first request. */
export function createSqliteRateLimitStore(
  options: SqliteRateLimitStoreOptions,
): KeptRateLimitStore {
  return shareRateLimits(new RateLimitFile(options));
}

class RateLimitFile implements RateLimitBackend {
  readonly owner: string;
  readonly #options: SqliteRateLimitStoreOptions;
  #tables: RateLimitTables | null = null;
  /** From the database before this one, which was damaged or removed. */
  #known: KnownRateLimit | null = null;
  #isLost = false;

  constructor(options: SqliteRateLimitStoreOptions) {
    this.#options = options;
    this.owner = String(options.pid);
  }

  isAlive(owner: string): boolean {
    return this.#options.isProcessAlive(Number(owner));
  }

  update<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    return this.#use((tables) => tables.update(key, change, this.#options.clock.now()));
  }

  fold(key: string, account: string): Promise<void> {
    return this.#use((tables) => tables.fold(key, account, this.#options.clock.now()));
  }

  alone(): RateLimitStore {
    this.#isLost = true;
    this.#closeTables();
    return createMemoryRateLimitStore(this.#known ?? undefined);
  }

  warn(reason: string): void {
    this.#options.warn(
      `Cannot record recent requests in ${this.#options.stateFolder}: ${reason}. migrator does not count requests of other runs.`,
    );
  }

  async close(): Promise<void> {
    this.#closeTables();
  }

  #closeTables(): void {
    this.#known = this.#tables?.known() ?? this.#known;
    this.#tables?.close();
    this.#tables = null;
  }

  async #use<T>(work: (tables: RateLimitTables) => T): Promise<T> {
    let busy = 0;
    let repairs = 0;
    for (;;) {
      try {
        return work(this.#current());
      } catch (thrown) {
        if (this.#isLost) throw thrown;
        if (isBusy(thrown) && busy < busyTries) {
          busy++;
          await this.#pause();
        } else if (isDamage(thrown) && repairs < mostRepairs) {
          repairs++;
          this.#closeTables();
          abandonGeneration(this.#options.stateFolder);
        } else throw thrown;
      }
    }
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

  async #pause(): Promise<void> {
    // A run that is to end does not sleep; it has to try again all the same.
    await this.#options.clock.sleep(busyPause).catch(() => {});
  }
}
