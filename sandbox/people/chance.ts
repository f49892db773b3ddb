import { createHash } from 'node:crypto';

/** Draws that follow from a seed alone: the same questions in the same order give the same answers. */
export interface Chance {
  /** Tells whether something happens that happens so often: 0.1 is one time in ten. */
  is(share: number): boolean;
  /** `null` from an empty list. */
  pick<T>(list: readonly T[]): T | null;
  /** By their weights. @throws Error if the list is empty */
  weigh<T extends { readonly weight: number }>(list: readonly T[]): T;
}

export function createChance(seed: string): Chance {
  let drawn = 0;
  function draw(): number {
    drawn += 1;
    const digest = createHash('sha256').update(`${seed}\n${drawn}`).digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  }
  return {
    is: (share) => draw() < share,
    pick: (list) => list[Math.floor(draw() * list.length)] ?? null,
    weigh(list) {
      let left = draw() * list.reduce((sum, { weight }) => sum + weight, 0);
      for (const one of list) {
        if (left < one.weight) return one;
        left -= one.weight;
      }
      throw new Error('There is nothing to choose from');
    },
  };
}
