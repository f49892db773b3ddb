import type { ArrivingRequest, FaultAction } from '../../../sandbox/network/faults.ts';
import { draw } from './random.ts';
import { type Way, ways } from './ways.ts';

export interface RandomFaults {
  choose(request: ArrivingRequest): FaultAction | null;
  /** How often each way was chosen. */
  readonly struck: ReadonlyMap<string, number>;
}

/**
 * Lets requests fail at random. What befalls a request depends on the seed, on what it asks and on how often that was
 * asked before, so that the order in which requests of several workers come changes nothing.
 * @param options.rate of all requests: 0.1 is one in ten
 */
export function createRandomFaults(options: {
  seed: string;
  rate: number;
  /** Without those after which the program waits for minutes. */
  isQuick?: boolean;
  /** Without limits of the target: 500 texts an hour would be all that a run of many syncs could write. */
  isTargetUnlimited?: boolean;
}): RandomFaults {
  const { seed, rate, isQuick = false, isTargetUnlimited = false } = options;
  const all = ways.filter(({ isSlow }) => !isQuick || isSlow !== true);
  const withoutLimits = all.filter(({ isLimit }) => isLimit !== true);
  const asked = new Map<string, number>();
  const struck = new Map<string, number>();
  return {
    struck,
    choose(request) {
      const what = nameOf(request);
      const times = asked.get(what) ?? 0;
      asked.set(what, times + 1);
      if (draw(seed, what, times, 'whether') >= rate) return null;
      const isOfTarget = request.host.startsWith('github');
      const chosen = isTargetUnlimited && isOfTarget ? withoutLimits : all;
      const totalWeight = chosen.reduce((sum, { weight }) => sum + weight, 0);
      const way = chooseWay(chosen, draw(seed, what, times, 'way') * totalWeight);
      const action = way.make(request, draw(seed, what, times, 'form'));
      if (action !== null) struck.set(way.name, (struck.get(way.name) ?? 0) + 1);
      return action;
    },
  };
}

/** Ids that a host gives by order of arrival are all the same here. */
function nameOf({ host, method, target }: ArrivingRequest): string {
  return `${host} ${method} ${target.replace(/\d{6,}/g, '#')}`;
}

function chooseWay(chosen: readonly Way[], drawn: number): Way {
  let left = drawn;
  for (const way of chosen) {
    if (left < way.weight) return way;
    left -= way.weight;
  }
  throw new Error('The weights of the ways do not add up');
}
