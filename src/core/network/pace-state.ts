import * as z from 'zod';

const slot = z.tuple([z.number(), z.number().nonnegative()]);

const paceStateSchema = z.object({
  version: z.literal(1),
  windows: z.record(z.string(), z.array(slot)),
  budget: z.object({ remaining: z.number(), resetAt: z.number() }).nullable(),
  hostLimit: z.number().positive().nullable(),
  metered: z.boolean(),
  blockedUntil: z.number(),
  contentBlockedUntil: z.number(),
  blockedReason: z.string(),
  slowdown: z.object({ share: z.number().min(0).max(1), since: z.number() }).nullable(),
  lastContentAt: z.number(),
});

/** What was sent lately, and what the host has said about it. Plain data: it can be stored and shared. */
export interface PaceState {
  readonly version: 1;
  /** By window: `[start of the slot, how much was sent in it]`, oldest first. */
  readonly windows: Readonly<Record<string, readonly PaceSlot[]>>;
  readonly budget: { readonly remaining: number; readonly resetAt: number } | null;
  /** The limit that the host itself named. */
  readonly hostLimit: number | null;
  /** The host has sent rate-limit headers. */
  readonly metered: boolean;
  readonly blockedUntil: number;
  readonly contentBlockedUntil: number;
  readonly blockedReason: string;
  /** After a secondary limit: the share of the documented pace that was left then. */
  readonly slowdown: { readonly share: number; readonly since: number } | null;
  readonly lastContentAt: number;
}

export type PaceSlot = readonly [startAt: number, used: number];

export const freshPaceState: PaceState = {
  version: 1,
  windows: {},
  budget: null,
  hostLimit: null,
  metered: false,
  blockedUntil: 0,
  contentBlockedUntil: 0,
  blockedReason: '',
  slowdown: null,
  lastContentAt: 0,
};

/** Stored data as a state; what is damaged or of another version counts as fresh. */
export function parsePaceState(stored: unknown): PaceState {
  const parsed = paceStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : freshPaceState;
}
