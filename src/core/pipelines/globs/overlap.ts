import { expandBraces, type GlobToken, globTokens } from './glob.ts';

/** Tells whether some name may match both globs; classes and `?` count as any character. Pure. */
export function globsOverlap(left: string, right: string): boolean {
  return expandBraces(left).some((one) =>
    expandBraces(right).some((other) => overlap(globTokens(one), globTokens(other))),
  );
}

function overlap(left: readonly GlobToken[], right: readonly GlobToken[]): boolean {
  const known = new Map<number, boolean>();
  const meets = (i: number, j: number): boolean => {
    const key = i * (right.length + 1) + j;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const result = step(i, j);
    known.set(key, result);
    return result;
  };
  /** A star on one side stands for nothing, or for one more token of the other side. */
  const byStar = (star?: GlobToken, token?: GlobToken): readonly ('skip' | 'take')[] => {
    if (star === undefined || !isMany(star)) return [];
    return token !== undefined && accepts(star, token) ? ['skip', 'take'] : ['skip'];
  };
  const step = (i: number, j: number): boolean => {
    const [a, b] = [left[i], right[j]];
    if (a === undefined && b === undefined) return true;
    if (byStar(a, b).some((way) => (way === 'skip' ? meets(i + 1, j) : meets(i, j + 1))))
      return true;
    if (byStar(b, a).some((way) => (way === 'skip' ? meets(i, j + 1) : meets(i + 1, j))))
      return true;
    if (a === undefined || b === undefined || isMany(a) || isMany(b)) return false;
    return sameCharacter(a, b) && meets(i + 1, j + 1);
  };
  return meets(0, 0);
}

function isMany({ kind }: GlobToken): boolean {
  return kind === 'star' || kind === 'globstar';
}

/** Tells whether a star can stand for what the other token matches. */
function accepts(star: GlobToken, token: GlobToken): boolean {
  if (star.kind === 'globstar') return true;
  return token.kind === 'text' ? token.character !== '/' : true;
}

function sameCharacter(a: GlobToken, b: GlobToken): boolean {
  if (a.kind !== 'text') return b.kind !== 'text' || b.character !== '/';
  if (b.kind !== 'text') return a.character !== '/';
  return a.character === b.character;
}
