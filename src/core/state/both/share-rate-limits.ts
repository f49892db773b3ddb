import type { RateLimitState } from '../../network/rate-limit/rate-limit-state.ts';
import type {
  KeptRateLimitStore,
  RateLimitChange,
  RateLimitStore,
} from '../../network/rate-limit/rate-limit-store.ts';

/** Rate limits in a database. Every method throws where it cannot be used. */
export interface RateLimitBackend {
  readonly owner: string;
  isAlive(owner: string): boolean;
  update<T>(key: string, change: RateLimitChange<T>): Promise<T>;
  fold(key: string, account: string): Promise<void>;
  /** Continues with what this process has recorded or read, without the database. */
  alone(): RateLimitStore;
  /** Says that rate limits are no longer shared, and why. */
  warn(reason: string): void;
  close(): Promise<void>;
}

type LateChange = (state: RateLimitState) => RateLimitState;

const unchanged = (state: RateLimitState) => ({ state, result: undefined });

/**
 * Shares rate limits between all processes that use a database. Where it cannot be used, this process keeps its own from
 * then on: reading must not end for want of a note.
 */
export function shareRateLimits(backend: RateLimitBackend): KeptRateLimitStore {
  /** Changes by key that wait for the next update. */
  const late = new Map<string, readonly LateChange[]>();
  let alone: RateLimitStore | null = null;

  /** Does what is left over first, and once. */
  function withLate<T>(key: string, change: RateLimitChange<T>): RateLimitChange<T> {
    const waiting = late.get(key) ?? [];
    late.delete(key);
    return (before) => change(waiting.reduce((state: RateLimitState, one) => one(state), before));
  }

  async function use<T>(
    work: (store: RateLimitBackend | RateLimitStore) => Promise<T>,
  ): Promise<T> {
    if (alone !== null) return work(alone);
    try {
      return await work(backend);
    } catch (thrown) {
      if (alone === null) {
        backend.warn(thrown instanceof Error ? thrown.message : String(thrown));
        alone = backend.alone();
      }
      return work(alone);
    }
  }

  function update<T>(key: string, change: RateLimitChange<T>): Promise<T> {
    const whole = withLate(key, change);
    return use((store) => store.update(key, whole));
  }

  return {
    owner: backend.owner,
    isAlive: (owner) => owner === backend.owner || backend.isAlive(owner),
    update,
    // Each transaction costs as much as all else that a request needs of the state: most of these need none of their own.
    updateSoon(key, change) {
      if (late.size === 0) {
        setImmediate(() => {
          for (const one of [...late.keys()]) void update(one, unchanged);
        });
      }
      late.set(key, [...(late.get(key) ?? []), change]);
    },
    fold: (key, account) => use((store) => store.fold(key, account)),
    async close() {
      await Promise.all([...late.keys()].map((key) => update(key, unchanged)));
      await backend.close();
    },
  };
}
