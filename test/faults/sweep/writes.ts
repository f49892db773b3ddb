import type { ArrivingRequest, FaultAction, Faults } from '../../../sandbox/network/faults.ts';
import { momentOf } from '../chance/moments.ts';
import type { Fate } from './case.ts';

/** Tells whether a request changes something on the target: by REST or GraphQL, a push, or an LFS object. */
function isWrite({ host, method, target }: ArrivingRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (host === 'github-git') return target.endsWith('/git-receive-pack');
  return host === 'github' || host === 'github-media' || host === 'github-uploads';
}

export interface Strike {
  /** Returns what was struck, in the words of the tables; `null`: the migration had fewer writes. */
  struck(): string | null;
  /** Subjects of the writes so far. */
  readonly writes: readonly string[];
}

/** How many answers are lost in a row. */
const answers: Readonly<Record<Fate, number>> = { kill: 1, lost: 1, 'lost-4': 4 };

/** Counts writes, and strikes the one of this number. With `at` 0 it counts alone. */
export function strikeWrite(
  faults: Faults,
  {
    at,
    fate,
    kill,
    ignores = () => false,
  }: {
    at: number;
    fate: Fate;
    kill: () => void;
    /** Leaves out requests that come as writes, and are none. */
    ignores?: (request: ArrivingRequest) => boolean;
  },
): Strike {
  const writes: string[] = [];
  let what: string | null = null;
  let same = '';
  let left = 0;
  function choose(request: ArrivingRequest): FaultAction | null {
    if (!isWrite(request) || ignores(request)) return null;
    writes.push(momentOf(request));
    const { host, method, target } = request;
    const key = `${host} ${method} ${target}`;
    if (writes.length === at) {
      what = momentOf(request);
      same = key;
      left = answers[fate];
    }
    if (left === 0 || key !== same) return null;
    left -= 1;
    return { kind: 'lost-answer', ...(fate === 'kill' ? { onDone: kill } : {}) };
  }
  faults.decide(choose);
  return { struck: () => what, writes };
}
