import { createHash } from 'node:crypto';

/** Evenly from 0 up to, and without, 1. The same words always give the same number. */
export function draw(...words: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** A whole number, both ends included. */
export function between(from: number, to: number, drawn: number): number {
  return from + Math.floor(drawn * (to - from + 1));
}

/** @throws Error if there is nothing to choose from */
export function pick<T>(list: readonly T[], drawn: number): T {
  const found = list[Math.floor(drawn * list.length)];
  if (found === undefined) throw new Error('There is nothing to choose from');
  return found;
}
