/** Makes room for other tasks while some only wait for a host. */
export interface Lanes {
  /** Waits for something that a host does by itself: meanwhile another task may be worked on. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
  /** How many tasks wait so. */
  waiting(): number;
  /** Gets what starts one more lane; `null`: none any more. */
  startBy(start: (() => void) | null): void;
}

/** @param options.mayStart asked each time before one more task is begun */
export function createLanes(options: {
  readonly mostWaiting: number;
  readonly mayStart: () => Promise<boolean>;
}): Lanes {
  let waiting = 0;
  let start: (() => void) | null = null;
  async function makeRoom(): Promise<void> {
    if (waiting > options.mostWaiting || !(await options.mayStart())) return;
    if (waiting > 0) start?.();
  }
  return {
    waiting: () => waiting,
    startBy(starter) {
      start = starter;
    },
    async aside(wait) {
      waiting += 1;
      try {
        const [result] = await Promise.all([wait(), makeRoom()]);
        return result;
      } finally {
        waiting -= 1;
      }
    },
  };
}

/** Lanes of tasks that never step aside. */
export function fixedLanes(): Lanes {
  return createLanes({ mostWaiting: 0, mayStart: async () => false });
}
