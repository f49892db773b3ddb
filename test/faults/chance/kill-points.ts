import { between, draw, pick } from './random.ts';

/** When a run of the program is killed. */
export type KillPoint =
  /**
   * So many milliseconds after the hosts have seen as many requests of this run, or as many that change something on
   * the target: while it is answered, or just after.
   */
  | {
      readonly after: 'requests' | 'writes';
      readonly count: number;
      readonly milliseconds: number;
    }
  /** So long after its start, whatever it does then. */
  | { readonly after: 'start'; readonly milliseconds: number };

/** How many requests a run gets through at most. Short ones hit its beginning often, long ones let it come to its end. */
const reaches = { sample: [25, 60, 120, 250], small: [12, 25, 50] } as const;
const millisecondsARequest = 8;

/** The same seed gives the same points, whatever the runs do. */
export function killPoint(options: {
  seed: string;
  run: number;
  workspace: keyof typeof reaches;
}): KillPoint {
  const { seed, run, workspace } = options;
  const of = (what: string) => draw(seed, 'kill', run, what);
  const reach = pick(reaches[workspace], of('reach'));
  const kind = of('kind');
  if (kind < 0.2) {
    const most = 300 + reach * millisecondsARequest;
    return { after: 'start', milliseconds: between(50, most, of('time')) };
  }
  // Half of them strike while the request is under way, half up to 40 ms later: between the answer and its record.
  const milliseconds = of('lag') < 0.5 ? 0 : between(1, 40, of('pause'));
  if (kind < 0.6) {
    // About one request in six is a write.
    const count = between(1, Math.ceil(reach / 6), of('count'));
    return { after: 'writes', count, milliseconds };
  }
  return { after: 'requests', count: between(1, reach, of('count')), milliseconds };
}
