export type TextKind = 'review' | 'review-comment' | 'comment';

/** How a written object is kept: its kind says what may be attached to it. */
export const createdIds = {
  review: (id: string) => `review:${id}`,
  reviewComment: (id: string) => `review-comment:${id}`,
  comment: (id: string) => `comment:${id}`,
  /** The id of a review comment, which has a thread; `null` for anything else. */
  threadRoot: (targetId: string) => /^review-comment:(.+)$/.exec(targetId)?.[1] ?? null,

  /** `null` for what is none. */
  parse(targetId: string): { kind: TextKind; id: string } | null {
    const [, kind, id] = /^(review|review-comment|comment):(.+)$/.exec(targetId) ?? [];
    if (id === undefined) return null;
    return { kind: kind as TextKind, id };
  },
} as const;
