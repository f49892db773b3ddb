import fc from 'fast-check';
import { openLocalMirror } from '../core/git/local-mirror.ts';
import {
  checkPositions,
  nothingTried,
  type TriedPositions,
} from '../helpers/positions/check-positions.ts';
import { positionCase } from '../helpers/positions/position-case.ts';

export interface PositionsResult extends TriedPositions {
  readonly seed: number;
  /** A sentence for each that differs from git. */
  readonly wrong: readonly string[];
  readonly seconds: number;
}

/** Cases that one process of git compares. */
const atOnce = 250;

/** Places random comments on random diffs: an archive has to say of each what git says. */
export async function tryPositions({
  cases,
  seed,
}: {
  readonly cases: number;
  readonly seed: number;
}): Promise<PositionsResult> {
  const started = performance.now();
  const tried = nothingTried();
  const wrong: string[] = [];
  const drawn = fc.sample(positionCase, { numRuns: cases, seed });
  for (let at = 0; at < cases; at += atOnce) {
    const mirror = await openLocalMirror();
    try {
      wrong.push(...(await checkPositions(mirror, drawn.slice(at, at + atOnce), tried)));
    } finally {
      await mirror.close();
    }
  }
  return { ...tried, seed, wrong, seconds: (performance.now() - started) / 1000 };
}

/** For people. Pure. */
export function positionLines(result: PositionsResult): string[] {
  const { cases, placed, left, ranges, outdated, renamed, wrong, seed, seconds } = result;
  const number = (value: number) => value.toLocaleString('en-US');
  return [
    `comments            ${number(cases)}, of which git shows the line of ${number(placed)}`,
    `of these            ${number(left)} on removed lines, ${number(ranges)} on several lines, ${number(outdated)} outdated, ${number(renamed)} in renamed files`,
    `wrong               ${wrong.length === 0 ? 'none' : wrong.length}`,
    ...wrong.slice(0, 5),
    `seed                ${seed}`,
    `time                ${Math.round(seconds)} s`,
  ];
}
