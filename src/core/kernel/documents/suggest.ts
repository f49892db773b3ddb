import { distance } from 'fastest-levenshtein';

/** The known word that was most likely meant, or `null` if none is near. */
export function suggest(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const between = distance(word.toLowerCase(), candidate.toLowerCase());
    if (between < bestDistance) {
      best = candidate;
      bestDistance = between;
    }
  }
  return best;
}
