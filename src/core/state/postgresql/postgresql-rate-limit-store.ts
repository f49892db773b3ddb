import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { RateLimitState } from '../../network/rate-limit/rate-limit-state.ts';
import {
  createMemoryRateLimitStore,
  type KeptRateLimitStore,
  type RateLimitChange,
  type RateLimitStore,
} from '../../network/rate-limit/rate-limit-store.ts';
import {
  type ConnectionOptions,
  DatabaseConnection,
  type Query,
} from './connection/database-connection.ts';
import { checkMarkerKey, prepareDatabase } from './prepare-database.ts';
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

type LateChange = (state: RateLimitState) => RateLimitState;

interface Known {
  readonly revision: string;
  readonly state: RateLimitState;
}

/**
 * Budgets in a database, shared by all machines that use it: one row for each host and credential, whose fingerprint is keyed
 * with the marker key, so that nobody who reads the database can try credentials against it. Times are of the server's
 * clock, which the clock of the whole program agrees with. A row is only replaced as it was read, so that nothing is
 * locked while this process thinks, or is stopped. Where the database is lost, this process keeps to the pace alone.
 */
export class PostgresqlRateLimitStore implements KeptRateLimitStore {
  readonly owner: string;
  readonly #options: PostgresqlRateLimitOptions;
  readonly #connection: DatabaseConnection;
  readonly #machine: string;
  readonly #known = new Map<string, Known>();
  readonly #accounts = new Map<string, string>();
  /** Changes by key that wait for the next update. */
  readonly #late = new Map<string, readonly LateChange[]>();
  #markerKey: Uint8Array | null = null;
  #alone: RateLimitStore | null = null;

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
    return owner === this.owner || this.#options.isProcessAlive(Number(pid));
  }

  update<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    return this.#updateNow(key, this.#withLate(key, change));
  }

  updateSoon(key: string, change: LateChange): void {
    if (this.#late.size === 0) setImmediate(() => this.#catchUp());
    this.#late.set(key, [...(this.#late.get(key) ?? []), change]);
  }

  async fold(key: string, account: string): Promise<void> {
    this.#accounts.set(key, account);
    const done = await this.#use((query) => {
      this.#known.delete(key);
      return foldBudget(query, { key: this.#nameOf(key), account: this.#nameOf(account) });
    });
    if (done === null) await this.#alone?.fold(key, account);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#late.keys()].map((key) => this.update(key, unchanged)));
    await this.#connection.close();
  }

  #catchUp(): void {
    for (const key of [...this.#late.keys()]) void this.update(key, unchanged);
  }

  /** Does what is left over first, and once. */
  #withLate<T>(key: string, change: RateLimitChange<T>): RateLimitChange<T> {
    const late = this.#late.get(key) ?? [];
    this.#late.delete(key);
    return (before) => change(late.reduce((state, one) => one(state), before));
  }

  async #updateNow<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    // Also of the try before this one, whose answer was lost.
    const sent: { revision: string | null; result: T | null } = { revision: null, result: null };
    const done = await this.#use(async (query) => {
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
    if (done !== null) return done.result;
    return (this.#alone as RateLimitStore).update(key, change);
  }

  /** `null` where the database cannot be used. */
  async #use<T>(work: (query: Query) => Promise<T>): Promise<{ readonly result: T } | null> {
    if (this.#alone !== null) return null;
    try {
      return {
        result: await this.#connection.use(async (query) => {
          if (this.#markerKey === null) await this.#begin(query);
          return work(query);
        }),
      };
    } catch (thrown) {
      this.#goAlone(thrown);
      return null;
    }
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

  #goAlone(thrown: unknown): void {
    if (this.#alone !== null) return;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    this.#options.warn(`${why}. Rate limits ignore other processes and machines.`);
    const states = new Map([...this.#known].map(([key, { state }]) => [key, state] as const));
    this.#alone = createMemoryRateLimitStore({ states, accounts: new Map() });
    for (const [key, account] of this.#accounts) void this.#alone.fold(key, account);
  }
}

const unchanged = (state: RateLimitState) => ({ state, result: undefined });
