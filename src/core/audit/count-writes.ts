import type { ChainContent } from '../kernel/hash-chain.ts';

export interface WriteCounter {
  /** The lines in their order. */
  add(line: number, content: ChainContent): void;
  readonly writes: number;
  /** Numbers of the lines of writes that have no answer so far. */
  unknown(): readonly number[];
}

export function createWriteCounter(): WriteCounter {
  const open = new Set<number>();
  let writes = 0;
  return {
    add(line, { type, sent }) {
      if (type === 'sent') {
        writes += 1;
        open.add(line);
      }
      if (type === 'answer') open.delete(Number(sent));
    },
    get writes() {
      return writes;
    },
    unknown: () => [...open],
  };
}
