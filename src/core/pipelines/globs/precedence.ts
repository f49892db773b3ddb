import { isLiteral } from './glob.ts';
import { globsOverlap } from './overlap.ts';

/**
 * The patterns that win over one where both match: Bitbucket starts one pipeline per push. An exact name beats a glob,
 * a longer glob a shorter one, and of equally long ones the first. Pure.
 */
export function winnersOver(pattern: string, all: readonly string[]): readonly string[] {
  const own = rankOf(pattern, all);
  return all.filter(
    (other) => other !== pattern && beats(rankOf(other, all), own) && globsOverlap(pattern, other),
  );
}

interface Rank {
  readonly isExact: boolean;
  readonly length: number;
  readonly index: number;
}

function rankOf(pattern: string, all: readonly string[]): Rank {
  return { isExact: isLiteral(pattern), length: pattern.length, index: all.indexOf(pattern) };
}

function beats(one: Rank, other: Rank): boolean {
  if (one.isExact !== other.isExact) return one.isExact;
  if (one.isExact) return false;
  if (one.length !== other.length) return one.length > other.length;
  return one.index < other.index;
}
