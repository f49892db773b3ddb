import * as z from 'zod';

const slot = z.tuple([z.number(), z.number().nonnegative()]);
const block = z.object({ until: z.number(), reason: z.string() });

const amount = z.number().nonnegative();
const underWay = z.object({
  requests: amount,
  points: amount,
  content: amount,
  seenAt: z.number(),
});

const rateLimitStateSchema = z.object({
  version: z.literal(1),
  windows: z.record(z.string(), z.array(slot)),
  underWay: z.record(z.string(), underWay),
  budget: z.object({ remaining: z.number(), resetAt: z.number() }).nullable(),
  hostLimits: z.record(z.string(), z.number().positive()),
  meteredAt: z.number(),
  block: block.nullable(),
  contentBlock: block.nullable(),
  probe: z.object({ contentOnly: z.boolean(), client: z.string(), until: z.number() }).nullable(),
  slowdown: z.object({ share: z.number().min(0).max(1), since: z.number() }).nullable(),
  lastContentAt: z.number(),
  // States of an earlier version do not have it.
  lastWriteAt: z.number().default(0),
});

/**
 * What was sent lately, and what the host has said about it. Plain data: it can be stored and shared. All times are
 * milliseconds since 1970 by this machine's clock.
 */
export interface RateLimitState {
  readonly version: 1;
  /** By window: `[start of the slot, how much was answered in it]`, oldest first. */
  readonly windows: Readonly<Record<string, readonly RateLimitSlot[]>>;
  /** By client: its requests that are not answered yet, and when it last said so. */
  readonly underWay: Readonly<Record<string, InFlight>>;
  readonly budget: { readonly remaining: number; readonly resetAt: number } | null;
  /** The limits that the host itself named, by its name for what they limit. */
  readonly hostLimits: Readonly<Record<string, number>>;
  /** When the host last sent rate-limit headers; 0: never. */
  readonly meteredAt: number;
  /** The host asked to wait: with everything, or only with what creates content. */
  readonly block: RateLimitBlock | null;
  readonly contentBlock: RateLimitBlock | null;
  /** After a limit: one request at a time until one has gone well. */
  readonly probe: RateLimitProbe | null;
  /** After a secondary limit: the share of the documented pace that was left then. */
  readonly slowdown: { readonly share: number; readonly since: number } | null;
  readonly lastContentAt: number;
  /** When a request that writes was last sent or answered. */
  readonly lastWriteAt: number;
}

export type RateLimitSlot = readonly [startAt: number, used: number];

export interface RateLimitBlock {
  readonly until: number;
  readonly reason: string;
}

export interface RateLimitProbe {
  readonly contentOnly: boolean;
  /** Who tries, and how long that is waited for; 0: nobody just now. */
  readonly client: string;
  readonly until: number;
}

/** In the units of the windows. */
export interface InFlight {
  readonly requests: number;
  readonly points: number;
  readonly content: number;
  readonly seenAt: number;
}

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

/** Stored data as a state; what is damaged or of another version counts as fresh. */
export function parseRateLimitState(stored: unknown): RateLimitState {
  const parsed = rateLimitStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : freshRateLimitState;
}

const hour = 3_600_000;
/** Nothing that a host asks for ends later than this: see rate-limit-headers.ts. */
const longestBlock = 1.1 * hour;

/**
 * The state without what only a clock that was wrong can have written: times in the future would otherwise hold
 * everything up for as long as the clock was ahead. Sent requests are judged by their windows.
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
