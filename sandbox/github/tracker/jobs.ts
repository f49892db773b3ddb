/** Work that the host does behind its answers. */
export interface Jobs {
  /** Waits, then works; what has the same key comes one after the other. */
  later(options: { key: number; ms: number; work: () => Promise<void> | void }): void;
  /** Something that is going on already. */
  track(work: Promise<void>): void;
  /** Ends when nothing is left to do. @throws what the first work that failed has thrown */
  settled(): Promise<void>;
  /** Drops what has not begun, and waits for the rest. */
  close(): Promise<void>;
}

export function createJobs(): Jobs {
  const lines = new Map<number, Promise<void>>();
  const waiting = new Set<() => void>();
  const tracked = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let closed = false;

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      waiting.add(end);
    });
  }
  async function idle(): Promise<void> {
    while (lines.size + tracked.size > 0) await Promise.all([...lines.values(), ...tracked]);
  }
  return {
    later({ key, ms, work }) {
      if (closed) return;
      const due = pause(ms);
      const before = lines.get(key) ?? Promise.resolve();
      const done = before
        .then(() => due)
        .then(() => (closed ? undefined : work()))
        .catch((thrown: unknown) => void failures.push(thrown))
        .finally(() => {
          if (lines.get(key) === done) lines.delete(key);
        });
      lines.set(key, done);
    },
    track(work) {
      const done = work
        .catch((thrown: unknown) => void failures.push(thrown))
        .finally(() => tracked.delete(done));
      tracked.add(done);
    },
    async settled() {
      await idle();
      if (failures.length > 0) throw failures[0];
    },
    async close() {
      closed = true;
      for (const end of [...waiting]) end();
      await idle();
    },
  };
}
