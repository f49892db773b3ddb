import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { RateLimitState } from '../../network/rate-limit/rate-limit-state.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type RateLimitChange,
  type RateLimitStore,
} from '../../network/rate-limit/rate-limit-store.ts';
import { type RateLimitBackend, shareRateLimits } from '../both/share-rate-limits.ts';
import {
  type ConnectionOptions,
  DatabaseConnection,
  type Query,
} from './connection/database-connection.ts';
import { checkMarkerKey, prepareDatabase } from './lease/prepare-database.ts';
import { foldBudget, forgetOldBudgets, readBudget, writeBudget } from './rate-limit-rows.ts';

export interface PostgresqlRateLimitOptions extends ConnectionOptions {
  readonly pid: number;
  readonly machine: string;
  /** Of this machine. */
  readonly isProcessAlive: (pid: number) => boolean;
  readonly markerKey: Parameters<typeof checkMarkerKey>[2];
  /** Called once, if the budgets can be neither read nor kept. */
  readonly warn: (message: string) => void;
}

interface Known {
  readonly revision: string;
  readonly state: RateLimitState;
}

/**
 * Budgets in a database, shared by all machines that use it: one row for each host and credential, whose fingerprint is keyed
 * with the marker key, so that nobody who reads the database can try credentials against it. Times are of the server's
 * clock, which the clock of the whole program agrees with. A row is only replaced as it was read, so that nothing is
 * locked while this process thinks, or is stopped.
 */
export function createPostgresqlRateLimitStore(
  options: PostgresqlRateLimitOptions,
): KeptRateLimitStore {
  return shareRateLimits(new RateLimitRows(options));
}

class RateLimitRows implements RateLimitBackend {
  readonly owner: string;
  readonly #options: PostgresqlRateLimitOptions;
  readonly #connection: DatabaseConnection;
  readonly #machine: string;
  readonly #known = new Map<string, Known>();
  readonly #accounts = new Map<string, string>();
  #markerKey: Uint8Array | null = null;

  constructor(options: PostgresqlRateLimitOptions) {
    this.#options = options;
    this.#connection = new DatabaseConnection(options);
    this.#machine = createHash('sha256').update(options.machine).digest('hex').slice(0, 12);
    this.owner = `${this.#machine}:${options.pid}`;
  }

  /** True for other machines: in-flight.ts counts as dead who is silent for long. */
  isAlive(owner: string): boolean {
    const [machine, pid] = owner.split(':');
    if (machine !== this.#machine) return true;
    return this.#options.isProcessAlive(Number(pid));
  }

  async fold(key: string, account: string): Promise<void> {
    this.#accounts.set(key, account);
    await this.#use((query) => {
      this.#known.delete(key);
      return foldBudget(query, { key: this.#nameOf(key), account: this.#nameOf(account) });
    });
  }

  alone(): RateLimitStore {
    const states = new Map([...this.#known].map(([key, { state }]) => [key, state] as const));
    const store = createMemoryRateLimitStore({ states, accounts: new Map() });
    for (const [key, account] of this.#accounts) void store.fold(key, account);
    return store;
  }

  warn(reason: string): void {
    this.#options.warn(
      `${reason}. migrator does not count requests of other processes and machines.`,
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async update<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    // Also of the try before this one, whose answer was lost.
    const sent: { revision: string | null; result: T | null } = { revision: null, result: null };
    return this.#use(async (query) => {
      const name = this.#nameOf(key);
      // Mostly nobody else has changed it: then one round trip is enough.
      const known = sent.revision === null ? this.#known.get(key) : undefined;
      for (let before = known ?? (await readBudget(query, name)); ; ) {
        if (sent.revision === before.revision) return sent.result as T;
        const { state, result } = change(before.state);
        const isSame = state === before.state;
        const revision = isSame ? before.revision : randomUUID();
        Object.assign(sent, { revision, result });
        const written = { name, before: before.revision, revision, state };
        if (!isSame && (await writeBudget(query, written))) {
          this.#known.set(key, { revision, state });
          return result;
        }
        before = await readBudget(query, name);
        this.#known.set(key, before);
      }
    });
  }

  #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#connection.use(async (query) => {
      if (this.#markerKey === null) await this.#begin(query);
      return work(query);
    });
  }

  async #begin(query: Query): Promise<void> {
    const { place, markerKey } = this.#options;
    await prepareDatabase(query, place);
    await checkMarkerKey(query, place, markerKey);
    await forgetOldBudgets(query);
    this.#markerKey = await markerKey.load();
  }

  /** The host, which may be read, and what nobody can lead back to a credential. */
  #nameOf(key: string): string {
    const fingerprint = createHmac('sha256', this.#markerKey ?? '')
      .update(key)
      .digest('hex');
    return `${key.split(' ', 1)[0]} ${fingerprint.slice(0, 32)}`;
  }
}
