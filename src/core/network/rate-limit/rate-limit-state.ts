import * as z from 'zod';

/** `[start of the slot, how much was answered in it]` */
const slot = z.tuple([z.number(), z.number().nonnegative()]).readonly();
const block = z.object({ until: z.number(), reason: z.string() }).readonly();
const amount = z.number().nonnegative();

/** In the units of the windows. */
const inFlight = z
  .object({ requests: amount, points: amount, content: amount, seenAt: z.number() })
  .readonly();

const probe = z
  .object({
    contentOnly: z.boolean(),
    /** Who probes, and until when the others wait; 0: nobody at present. */
    client: z.string(),
    until: z.number(),
  })
  .readonly();

const rateLimitStateSchema = z
  .object({
    version: z.literal(1),
    /** By window, oldest first. */
    windows: z.record(z.string(), z.array(slot).readonly()).transform(underCurrentNames).readonly(),
    /** By client: its requests without an answer so far, and when it last reported. */
    underWay: z.record(z.string(), inFlight).readonly(),
    budget: z.object({ remaining: z.number(), resetAt: z.number() }).readonly().nullable(),
    /** Limits that the host named, by its name for what they limit. */
    hostLimits: z.record(z.string(), z.number().positive()).readonly(),
    /** When the host last sent rate-limit headers; 0: never. */
    meteredAt: z.number(),
    /** The host asked to wait: with all requests, or with content-creating ones. */
    block: block.nullable(),
    contentBlock: block.nullable(),
    /** After a limit: one request at a time until one succeeds. */
    probe: probe.nullable(),
    /** After a secondary limit: the share of the documented rate that was left then. */
    slowdown: z
      .object({ share: z.number().min(0).max(1), since: z.number() })
      .readonly()
      .nullable(),
    lastContentAt: z.number(),
    /** When a write was last sent or answered; missing in states of an earlier version. */
    lastWriteAt: z.number().default(0),
  })
  .readonly();

/**
 * Describes what was sent lately, and what the host said about it, as plain data. Times: milliseconds since 1970, local
 * clock.
 */
export type RateLimitState = z.infer<typeof rateLimitStateSchema>;
export type RateLimitSlot = z.infer<typeof slot>;
export type RateLimitBlock = z.infer<typeof block>;
export type RateLimitProbe = z.infer<typeof probe>;
export type InFlight = z.infer<typeof inFlight>;

export const freshRateLimitState: RateLimitState = {
  version: 1,
  windows: {},
  underWay: {},
  budget: null,
  hostLimits: {},
  meteredAt: 0,
  block: null,
  contentBlock: null,
  probe: null,
  slowdown: null,
  lastContentAt: 0,
  lastWriteAt: 0,
};

/** Earlier versions named GitHub's windows of content-creating requests "creating requests a minute" and "an hour". */
function underCurrentNames<Slots>(windows: Record<string, Slots>): Record<string, Slots> {
  return Object.fromEntries(
    Object.entries(windows).map(([name, slots]) => [
      name.replace(/^creating /, 'content-creating '),
      slots,
    ]),
  );
}

/** Stored data as a state; damaged data, or that of another version, counts as fresh. */
export function parseRateLimitState(stored: unknown): RateLimitState {
  const parsed = rateLimitStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : freshRateLimitState;
}

const hour = 3_600_000;
/** No wait that a host asks for is longer: see rate-limit-headers.ts. */
const longestBlock = 1.1 * hour;

/**
 * The state without times that only a wrong clock can have written: those in the future would otherwise delay all
 * requests. Windows check their own slots.
 */
export function withoutFuture(state: RateLimitState, now: number): RateLimitState {
  const latest = now + longestBlock;
  const isSane =
    (state.block?.until ?? 0) <= latest &&
    (state.contentBlock?.until ?? 0) <= latest &&
    (state.budget?.resetAt ?? 0) <= latest &&
    (state.probe?.until ?? 0) <= latest &&
    (state.slowdown?.since ?? 0) <= now &&
    state.lastContentAt <= now &&
    state.lastWriteAt <= now &&
    state.meteredAt <= now;
  if (isSane) return state;
  return {
    ...state,
    block: notAfter(state.block, latest),
    contentBlock: notAfter(state.contentBlock, latest),
    probe: notAfter(state.probe, latest),
    budget: (state.budget?.resetAt ?? 0) <= latest ? state.budget : null,
    slowdown:
      state.slowdown === null
        ? null
        : { ...state.slowdown, since: Math.min(state.slowdown.since, now) },
    lastContentAt: Math.min(state.lastContentAt, now),
    lastWriteAt: Math.min(state.lastWriteAt, now),
    meteredAt: Math.min(state.meteredAt, now),
  };
}

function notAfter<T extends { readonly until: number }>(one: T | null, latest: number): T | null {
  return one === null || one.until > latest ? null : one;
}
