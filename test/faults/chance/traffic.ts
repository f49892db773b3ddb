import type { ArrivingRequest, FaultAction, Faults } from '../../../sandbox/network/faults.ts';
import { momentOf } from './moments.ts';
import type { RandomFaults } from './random-faults.ts';

/** How often something of a kind has happened. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string, more = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + more);
}

/** Describes what the hosts have seen, by what it was about. */
export interface Traffic {
  readonly requests: Tally;
  readonly faults: Tally;
  /** Returns what the newest request was about. */
  moment(): string;
  /** Calls back once the hosts have seen so many more of these. @returns what takes this back */
  after(what: 'requests' | 'writes', more: number, call: () => void): () => void;
}

/** Sits before the hosts: counts every request, and lets some of them fail. */
export function watchTraffic(faults: Faults, random: RandomFaults): Traffic {
  const requests: Tally = new Map();
  const struck: Tally = new Map();
  let moment = 'start';
  const seen = { requests: 0, writes: 0 };
  let waiting: {
    readonly what: keyof typeof seen;
    readonly at: number;
    readonly call: () => void;
  } | null = null;
  function arrive(request: ArrivingRequest): FaultAction | null {
    seen.requests += 1;
    if (isWrite(request)) seen.writes += 1;
    moment = momentOf(request);
    count(requests, moment);
    const action = random.choose(request);
    if (action !== null) count(struck, moment);
    if (waiting !== null && seen[waiting.what] >= waiting.at) {
      const { call } = waiting;
      waiting = null;
      call();
    }
    return action;
  }
  faults.decide(arrive);
  return {
    requests,
    faults: struck,
    moment: () => moment,
    after(what, more, call) {
      const own = { what, at: seen[what] + more, call };
      waiting = own;
      return () => {
        if (waiting === own) waiting = null;
      };
    },
  };
}

export function isWrite({ host, method }: ArrivingRequest): boolean {
  return host.startsWith('github') && method !== 'GET' && method !== 'HEAD';
}
