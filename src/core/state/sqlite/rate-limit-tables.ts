import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { mergePaceViews, mergeRateLimitStates } from '../../network/rate-limit/merge-state.ts';
import {
  freshRateLimitState,
  parseRateLimitState,
  type RateLimitState,
} from '../../network/rate-limit/rate-limit-state.ts';
import type { KnownRateLimit, RateLimitChange } from '../../network/rate-limit/rate-limit-store.ts';
import { openRateLimitDatabase, type RateLimitDatabase } from './rate-limit-database.ts';
import { transaction } from './transaction.ts';

const day = 86_400_000;
/** No limit reaches further back. */
const keepStates = day;
const keepAliases = 90 * day;

/** Budgets in an open database. Every method is one transaction, and throws what node:sqlite throws. */
export class RateLimitTables {
  readonly #open: RateLimitDatabase;
  readonly #database: DatabaseSync;
  /** Tells what was written here from what others wrote. */
  readonly #writer = randomUUID();
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Rows that were read or written last, by name. */
  readonly #known = new Map<string, { revision: string; state: RateLimitState }>();
  readonly #accounts = new Map<string, string>();
  #writes = 0;

  private constructor(open: RateLimitDatabase) {
    this.#open = open;
    this.#database = open.database;
    this.#statements = prepareStatements(open.database);
  }

  static open({ stateFolder, now }: { stateFolder: string; now: number }): RateLimitTables {
    const open = openRateLimitDatabase(stateFolder);
    try {
      const tables = new RateLimitTables(open);
      tables.#forgetOld(now);
      return tables;
    } catch (error) {
      open.database.close();
      throw error;
    }
  }

  isCurrent(): boolean {
    return this.#open.isCurrent();
  }

  update<T>(key: string, change: RateLimitChange<T>, now: number): T {
    return transaction(this.#database, () => {
      const name = this.#nameOf(key);
      const before = this.#read(name);
      const { state, result } = change(before);
      if (state !== before) this.#write(name, state, now);
      return result;
    });
  }

  fold(key: string, account: string, now: number): void {
    transaction(this.#database, () => {
      const name = this.#nameOf(key);
      this.#statements.writeAlias.run(key, account, now);
      this.#accounts.set(key, account);
      // What another account has sent stays its own.
      if (name !== key || key === account) return;
      this.#write(account, mergeRateLimitStates(this.#read(account), this.#read(key)), now);
      this.#statements.remove.run(key);
      this.#known.delete(key);
    });
  }

  /** Returns what this process has recorded or read, for the next database. */
  known(): KnownRateLimit {
    const states = [...this.#known].map(([name, { state }]) => [name, state] as const);
    return { states: new Map(states), accounts: this.#accounts };
  }

  /** Merges what is known from an earlier database. */
  adopt({ states, accounts }: KnownRateLimit, now: number): void {
    transaction(this.#database, () => {
      for (const [key, account] of accounts) this.#statements.writeAlias.run(key, account, now);
      for (const [name, state] of states) {
        this.#write(name, mergePaceViews(this.#read(name), state), now);
      }
    });
  }

  close(): void {
    this.#database.close();
  }

  #nameOf(key: string): string {
    const found = this.#statements.findAlias.get(key)?.name;
    if (typeof found !== 'string') return key;
    this.#accounts.set(key, found);
    return found;
  }

  #read(name: string): RateLimitState {
    const revision = this.#statements.findRevision.get(name)?.revision;
    if (typeof revision !== 'string') return freshRateLimitState;
    const known = this.#known.get(name);
    if (known?.revision === revision) return known.state;
    const state = parse(this.#statements.findState.get(name)?.state);
    this.#known.set(name, { revision, state });
    return state;
  }

  #write(name: string, state: RateLimitState, now: number): void {
    this.#writes += 1;
    const revision = `${this.#writer} ${this.#writes}`;
    this.#statements.write.run(name, revision, now, JSON.stringify(state));
    // If the transaction fails in the end, nobody finds this revision, and the state is read again.
    this.#known.set(name, { revision, state });
  }

  #forgetOld(now: number): void {
    this.#database.prepare('DELETE FROM pace WHERE changed_at < ?').run(now - keepStates);
    this.#database.prepare('DELETE FROM alias WHERE changed_at < ?').run(now - keepAliases);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    findAlias: database.prepare('SELECT name FROM alias WHERE key = ?'),
    writeAlias: database.prepare('INSERT OR REPLACE INTO alias VALUES (?, ?, ?)'),
    findRevision: database.prepare('SELECT revision FROM pace WHERE name = ?'),
    findState: database.prepare('SELECT state FROM pace WHERE name = ?'),
    write: database.prepare(
      `INSERT INTO pace (name, revision, changed_at, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET
         revision = excluded.revision, changed_at = excluded.changed_at, state = excluded.state`,
    ),
    remove: database.prepare('DELETE FROM pace WHERE name = ?'),
  };
}

function parse(stored: unknown): RateLimitState {
  try {
    return parseRateLimitState(JSON.parse(String(stored)));
  } catch {
    return freshRateLimitState;
  }
}
