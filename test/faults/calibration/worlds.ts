import { draw, pick } from '../chance/random.ts';
import { type Switch, switches } from './switches.ts';
import { tryWorld, type WorldResult } from './world.ts';

/** The usual world first, then each switch by itself, then random pairs. */
export async function tryWorlds(options: {
  readonly pairs: number;
  readonly seed: string;
  readonly say: (line: string) => void;
}): Promise<readonly WorldResult[]> {
  const worlds = [[], ...switches.map((one) => [one]), ...pairsOf(options)];
  const results: WorldResult[] = [];
  for (const [index, world] of worlds.entries()) {
    const result = await tryWorld(world);
    results.push(result);
    const { names, calibrated, uncalibrated } = result;
    options.say(
      `${index + 1} of ${worlds.length}: ${names.join(' + ') || 'as documented'}: ${calibrated.kind}, without calibration ${uncalibrated.kind}`,
    );
  }
  return results;
}

/** Pairs that do not contradict each other: two settings of one rule are one. */
function pairsOf({ pairs, seed }: { pairs: number; seed: string }): Switch[][] {
  const chosen: Switch[][] = [];
  for (let drawn = 0; chosen.length < pairs; drawn += 1) {
    const one = pick(switches, draw(seed, drawn, 'one'));
    const other = pick(switches, draw(seed, drawn, 'other'));
    if (one !== other && !contradict(one, other)) chosen.push([one, other]);
  }
  return chosen;
}

function contradict(one: Switch, other: Switch): boolean {
  const rules = Object.keys(one.rules ?? {});
  const isMixed = (one.isOfCloud === true) !== (other.isOfCloud === true);
  const usesServer = one.options?.enterprise ?? other.options?.enterprise;
  return (
    rules.some((rule) => Object.hasOwn(other.rules ?? {}, rule)) ||
    (isMixed && usesServer !== undefined)
  );
}
