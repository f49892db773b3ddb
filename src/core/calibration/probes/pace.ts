import { count } from '../../kernel/format/format.ts';
import { asExpected, notProbed, onPull, other, type Probe } from './probe.ts';
import { text } from './reviews.ts';

/** Comments in a row, as fast as a migration writes them. */
const inARow = 5;
/** Milliseconds before the next one, once the host has refused one as too soon; after the last a minute is taken. */
const pauses = [2000, 6000, 18_000];
const longest = 60_000;

export const contentPace: Probe = {
  name: 'content-pace',
  expected: "The host accepts new content at GitHub's documented pace",
  otherwise: 'a run waits longer between creations',
  run: onPull('comments', async ({ target, clock, signal }, pull) => {
    let last = clock.now();
    /** @returns milliseconds since the one before; `null`: it was refused as too soon, and sent again later */
    async function write(): Promise<number | null> {
      const met = target.pace.limitsMet().length;
      await target.pullRequests.createComment({ ...pull, body: text('pace') });
      const took = clock.now() - last;
      last = clock.now();
      return target.pace.limitsMet().length > met ? null : took;
    }
    const metBefore = target.pace.limitsMet().length;
    const gaps: number[] = [];
    for (let one = 1; one <= inARow; one += 1) {
      const took = await write();
      if (took !== null) {
        gaps.push(took);
        continue;
      }
      const found = await gentler(write, (pause) => clock.sleep(pause, signal));
      target.pace.adopt({ contentMilliseconds: found });
      return other(`comment ${one} of ${inARow} was too soon; one every ${found} ms is accepted`, {
        contentMilliseconds: found,
      });
    }
    if (metBefore > 0) {
      // The pull requests came too soon, and the adapter has slowed down since.
      const found = Math.max(...gaps.slice(1));
      return other(`pull requests came too fast; one comment every ${found} ms is accepted`, {
        contentMilliseconds: found,
      });
    }
    return asExpected(`${inARow} comments in a row were accepted`);
  }),
};

/** The shortest pause after which one is taken. */
async function gentler(
  write: () => Promise<number | null>,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<number> {
  for (const pause of pauses) {
    await sleep(pause);
    const took = await write();
    if (took !== null) return took;
  }
  return longest;
}

/** The last one: what came on the way. */
export const retryAfter: Probe = {
  name: 'retry-after',
  expected: 'A rate-limit response says how long to wait in a known format, or says nothing',
  otherwise: 'a run waits a minute, then longer each time',
  async run({ target }) {
    const met = target.pace.limitsMet();
    if (met.length === 0) return notProbed('no limit was reached');
    const forms = [...new Set(met.map((one) => `${one.status}, ${formNames[one.retryAfter]}`))];
    const seen = `${count(met.length, 'limit')} reached: ${forms.join('; ')}`;
    return met.some((one) => one.retryAfter === 'unreadable') ? other(seen) : asExpected(seen);
  },
};

const formNames = {
  seconds: 'seconds',
  date: 'a date',
  none: 'without Retry-After',
  unreadable: 'Retry-After is unreadable',
} as const;
